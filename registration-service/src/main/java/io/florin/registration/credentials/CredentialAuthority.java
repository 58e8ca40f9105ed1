package io.florin.registration.credentials;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/// Issues credentials: X.509 certificates that bind an enrollment id (common name, and the URI
/// `urn:florin:enrollment:<id>`) to the Ed25519 key that owns tokens.
///
/// Signed with the registration authority's own key, which genesis names: whoever has genesis can check a credential.
/// The bank and the customer hold it; it is not on the ledger. Which owners may pay is told by registration records,
/// not by a certificate's validity.
public final class CredentialAuthority {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
    private static final Duration OWN_VALIDITY = Duration.ofDays(10 * 365);

    private final String network;
    private final Ed25519KeyPair key;
    private final Duration validity;
    private final RandomGenerator random;
    private final X509CertificateHolder own;

    /// @param validity of a credential
    /// @param from the start of the authority's own certificate: the network's birth, so that it is always the same
    public CredentialAuthority(
            String network, Ed25519KeyPair key, Duration validity, RandomGenerator random, Instant from) {
        this.network = network;
        this.key = key;
        this.validity = validity;
        this.random = random;
        this.own = ownCertificate(from);
    }

    /// A certificate that binds the enrollment id to the owner key.
    ///
    /// @return PEM
    public String issue(String enrollmentId, OwnerKey owner, int participant, int tier, Instant now) {
        Instant from = now.minus(CLOCK_SKEW);
        String unit = String.format(Locale.ROOT, "bank-%d tier-%d", participant, tier);
        X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                own.getSubject(),
                serial(),
                Date.from(from),
                Date.from(from.plus(validity)),
                new X500Name("CN=" + enrollmentId + ",OU=" + unit + ",O=" + network),
                publicKey(owner.value()));
        GeneralNames names = new GeneralNames(
                new GeneralName(GeneralName.uniformResourceIdentifier, "urn:florin:enrollment:" + enrollmentId));
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.subjectAlternativeName, false, names);
            return pem(builder.build(new CertificateSigner(key)));
        } catch (IOException impossible) {
            throw new IllegalStateException("a credential cannot be encoded", impossible);
        }
    }

    /// The certificate under which credentials verify.
    ///
    /// @return PEM
    public String authorityCertificate() {
        try {
            return pem(own);
        } catch (IOException impossible) {
            throw new IllegalStateException("a certificate cannot be encoded", impossible);
        }
    }

    private X509CertificateHolder ownCertificate(Instant from) {
        X500Name name = new X500Name("CN=" + network + " registration authority");
        X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                name,
                BigInteger.ONE,
                Date.from(from),
                Date.from(from.plus(OWN_VALIDITY)),
                name,
                publicKey(key.publicKey()));
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
            return builder.build(new CertificateSigner(key));
        } catch (IOException impossible) {
            throw new IllegalStateException("a certificate cannot be encoded", impossible);
        }
    }

    private static SubjectPublicKeyInfo publicKey(Bytes32 ed25519) {
        return new SubjectPublicKeyInfo(new AlgorithmIdentifier(EdECObjectIdentifiers.id_Ed25519), ed25519.toArray());
    }

    private BigInteger serial() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        bytes[0] = (byte) (bytes[0] & 0x3F | 0x40);
        return new BigInteger(1, bytes);
    }

    private static String pem(X509CertificateHolder certificate) throws IOException {
        return Pem.write(CERTIFICATE, certificate.getEncoded());
    }
}
