package io.florin.runtime.internal;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// The network's own certificate authority: ECDSA over P-256, one level, only for TLS between the network's nodes.
///
/// TLS keys always come from the system's secure random source, whatever seed the rest of a network is made from: they
/// are no part of its identity.
public final class CertificateAuthority {
    /// Time that a node's certificate is valid.
    public static final Duration NODE_VALIDITY = Duration.ofDays(90);

    private static final Duration OWN_VALIDITY = Duration.ofDays(5 * 365);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X509Certificate certificate;
    private final PrivateKey key;

    public CertificateAuthority(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /// A new authority for a network.
    public static CertificateAuthority create(String network, Instant now) {
        KeyPair keys = newKeyPair();
        X500Name name = new X500Name("CN=" + network + " network CA");
        Instant from = now.minus(CLOCK_SKEW);
        try {
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name, serial(), Date.from(from), Date.from(from.plus(OWN_VALIDITY)), name, keys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
            return new CertificateAuthority(sign(builder, keys.getPrivate()), keys.getPrivate());
        } catch (CertIOException | GeneralSecurityException impossible) {
            throw new IllegalStateException("a certificate authority cannot be made", impossible);
        }
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public PrivateKey key() {
        return key;
    }

    /// A certificate for both ends of connections between nodes.
    public X509Certificate issue(String network, Peer peer, PublicKey peerKey, Instant now) {
        Instant from = now.minus(CLOCK_SKEW);
        try {
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    certificate,
                    serial(),
                    Date.from(from),
                    Date.from(from.plus(NODE_VALIDITY)),
                    new X500Name("CN=" + peer.directoryName() + ",O=" + network),
                    peerKey);
            var extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
            }));
            builder.addExtension(Extension.subjectAlternativeName, false, names(network, peer));
            builder.addExtension(
                    Extension.authorityKeyIdentifier, false, extensions.createAuthorityKeyIdentifier(certificate));
            return sign(builder, key);
        } catch (CertIOException | GeneralSecurityException impossible) {
            throw new IllegalStateException("a certificate cannot be issued", impossible);
        }
    }

    public static KeyPair newKeyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("P-256 keys cannot be made", impossible);
        }
    }

    private static GeneralNames names(String network, Peer peer) {
        return new GeneralNames(new GeneralName[] {
            new GeneralName(
                    GeneralName.uniformResourceIdentifier, peer.uri(network).toString()),
            new GeneralName(GeneralName.dNSName, "localhost"),
            new GeneralName(GeneralName.iPAddress, "127.0.0.1")
        });
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey signer)
            throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(signer)));
        } catch (OperatorCreationException impossible) {
            throw new IllegalStateException("ECDSA signing is not available", impossible);
        }
    }

    private static BigInteger serial() {
        return new BigInteger(126, RANDOM).setBit(126);
    }
}
