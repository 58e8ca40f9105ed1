package io.florin.registration.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Test;

class CertificatesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final Random random = new Random(1);
    private final Ed25519KeyPair authorityKey = Ed25519.generate(random);
    private final CredentialAuthority authority =
            new CredentialAuthority("test-net", authorityKey, Duration.ofDays(365), random, NOW);

    @Test
    void bindsTheEnrollmentIdToTheOwnerKey() throws Exception {
        OwnerKey owner = new OwnerKey(Ed25519.generate(random).publicKey());

        X509Certificate credential = certificate(authority.issue("00ff".repeat(8), owner, 2, 1, NOW));

        credential.verify(certificate(authority.authorityCertificate()).getPublicKey());
        assertThat(rawKey(credential)).isEqualTo(owner.value());
        assertThat(rawKey(certificate(authority.authorityCertificate()))).isEqualTo(authorityKey.publicKey());
        assertThat(String.valueOf(credential.getSubjectAlternativeNames()))
                .contains("urn:florin:enrollment:" + "00ff".repeat(8));
        assertThat(credential.getNotAfter().toInstant()).isBefore(NOW.plus(Duration.ofDays(366)));
        assertThat(credential.getBasicConstraints()).isEqualTo(-1);
    }

    @Test
    void isRefusedUnderAnotherAuthority() throws Exception {
        OwnerKey owner = new OwnerKey(Ed25519.generate(random).publicKey());
        X509Certificate credential = certificate(authority.issue("00ff".repeat(8), owner, 2, 1, NOW));
        CredentialAuthority other =
                new CredentialAuthority("test-net", Ed25519.generate(random), Duration.ofDays(365), random, NOW);
        X509Certificate otherRoot = certificate(other.authorityCertificate());

        assertThatThrownBy(() -> credential.verify(otherRoot.getPublicKey())).isInstanceOf(SignatureException.class);
    }

    @Test
    void takesOnlyRequestsThatTheirOwnKeySigned() throws Exception {
        NodeCertificateAuthority certificates = new NodeCertificateAuthority("test-net", Optional.empty(), random);
        KeyPair keys = newKeys("secp256r1");

        assertThat(certificates.objection(request(keys, keys))).isEmpty();
        assertThat(certificates.objection(request(keys, newKeys("secp256r1")))).isPresent();
        assertThat(certificates.objection(request(newKeys("secp384r1"), keys))).isPresent();
        assertThat(certificates.objection("no PEM")).isPresent();
        assertThat(certificates.objection("x".repeat(100_000))).isPresent();
        assertThat(certificates.issue(2, request(keys, keys), List.of(URI.create("https://bank2.example")), NOW))
                .as("without the authority's key the request is kept")
                .isEmpty();
    }

    private static String request(KeyPair named, KeyPair signer) throws Exception {
        byte[] der = new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=x"), named.getPublic())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate()))
                .getEncoded();
        return Pem.write("CERTIFICATE REQUEST", der);
    }

    private static KeyPair newKeys(String curve) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new java.security.spec.ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    private static Bytes32 rawKey(X509Certificate certificate) {
        byte[] encoded = certificate.getPublicKey().getEncoded();
        return Bytes32.of(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    }

    private static X509Certificate certificate(String pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }
}
