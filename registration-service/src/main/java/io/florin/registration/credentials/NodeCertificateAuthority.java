package io.florin.registration.credentials;

import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;

/// Issues TLS certificates to admitted banks under the network's authority, when this service is given its key.
///
/// Only the public key of a request counts; the name in the certificate is the one registration admitted:
/// `florin://<network>/bank/<id>`.
public final class NodeCertificateAuthority {
    private static final Duration VALIDITY = Duration.ofDays(90);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
    private static final Pattern IP_V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final String network;
    private final Optional<Issuer> issuer;
    private final RandomGenerator random;

    /// @param issuer the network's authority, where this service holds its key
    public NodeCertificateAuthority(String network, Optional<Issuer> issuer, RandomGenerator random) {
        this.network = network;
        this.issuer = issuer;
        this.random = random;
    }

    /// The network's authority.
    public record Issuer(X509CertificateHolder certificate, PrivateKey key) {

        /// @param certificatePem and keyPem (PKCS#8, P-256) of the authority
        public static Issuer of(String certificatePem, String keyPem) {
            byte[] certificate = Pem.read("CERTIFICATE", certificatePem)
                    .orElseThrow(() -> new IllegalArgumentException("no certificate of the network's authority"));
            byte[] key = Pem.read("PRIVATE KEY", keyPem)
                    .orElseThrow(() -> new IllegalArgumentException("no key of the network's authority"));
            try {
                return new Issuer(
                        new X509CertificateHolder(certificate),
                        KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)));
            } catch (IOException | GeneralSecurityException malformed) {
                throw new IllegalArgumentException("the network's authority cannot be used", malformed);
            }
        }

        /// Silent about the key.
        @Override
        public String toString() {
            return "Issuer[" + certificate.getSubject() + "]";
        }
    }

    /// Reason for which a certificate request (PKCS#10 in PEM) cannot be used; empty when it can.
    public Optional<String> objection(String request) {
        return parse(request).map(this::objectionTo).orElse(Optional.of("not a PKCS#10 request in PEM"));
    }

    private Optional<String> objectionTo(PKCS10CertificationRequest request) {
        var algorithm = request.getSubjectPublicKeyInfo().getAlgorithm();
        if (!algorithm.getAlgorithm().equals(X9ObjectIdentifiers.id_ecPublicKey)
                || !SECObjectIdentifiers.secp256r1.equals(algorithm.getParameters())) {
            return Optional.of("the key must be ECDSA over P-256");
        }
        try {
            PublicKey key = KeyFactory.getInstance("EC")
                    .generatePublic(new java.security.spec.X509EncodedKeySpec(
                            request.getSubjectPublicKeyInfo().getEncoded()));
            boolean signed = request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key));
            return signed ? Optional.empty() : Optional.of("the request is not signed by its own key");
        } catch (IOException | GeneralSecurityException | OperatorCreationException | PKCSException malformed) {
            return Optional.of("the request's key or signature cannot be read");
        }
    }

    /// The certificate for a bank's node, signed by the network's authority.
    ///
    /// @param endpoints whose host names it is valid for
    /// @return PEM; empty where this service does not hold the authority's key
    public Optional<String> issue(int participant, String request, List<URI> endpoints, Instant now) {
        if (issuer.isEmpty()) {
            return Optional.empty();
        }
        PKCS10CertificationRequest parsed =
                parse(request).orElseThrow(() -> new IllegalArgumentException("not a PKCS#10 request"));
        if (objectionTo(parsed).isPresent()) {
            throw new IllegalArgumentException("the request is not acceptable");
        }
        return Optional.of(issue(issuer.get(), participant, parsed, endpoints, now));
    }

    private String issue(
            Issuer authority, int participant, PKCS10CertificationRequest request, List<URI> endpoints, Instant now) {
        Instant from = now.minus(CLOCK_SKEW);
        X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                authority.certificate().getSubject(),
                serial(),
                Date.from(from),
                Date.from(from.plus(VALIDITY)),
                new X500Name("CN=bank-" + participant + ",O=" + network),
                request.getSubjectPublicKeyInfo());
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
            }));
            builder.addExtension(Extension.subjectAlternativeName, false, names(participant, endpoints));
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(authority.key());
            return Pem.write("CERTIFICATE", builder.build(signer).getEncoded());
        } catch (IOException | OperatorCreationException broken) {
            throw new IllegalStateException("a certificate cannot be issued", broken);
        }
    }

    private GeneralNames names(int participant, List<URI> endpoints) {
        Set<GeneralName> names = new LinkedHashSet<>();
        names.add(
                new GeneralName(GeneralName.uniformResourceIdentifier, "florin://" + network + "/bank/" + participant));
        for (URI endpoint : endpoints) {
            String host = endpoint.getHost();
            names.add(
                    new GeneralName(IP_V4.matcher(host).matches() ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        return new GeneralNames(names.toArray(GeneralName[]::new));
    }

    private static Optional<PKCS10CertificationRequest> parse(String request) {
        Optional<byte[]> der = Pem.read("CERTIFICATE REQUEST", request);
        if (der.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PKCS10CertificationRequest(der.get()));
        } catch (IOException malformed) {
            return Optional.empty();
        }
    }

    private BigInteger serial() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        bytes[0] = (byte) (bytes[0] & 0x3F | 0x40);
        return new BigInteger(1, bytes);
    }
}
