package io.florin.registration.credentials;

import io.florin.crypto.sign.Ed25519KeyPair;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.operator.ContentSigner;

/// Lets Bouncy Castle sign certificates with the registration authority's Ed25519 key (RFC 8410).
///
/// The same key signs registration records. The two cannot be confused: a certificate's signed bytes begin with an
/// ASN.1 sequence (0x30 and a length), a record's with the 29 characters of its domain separator.
final class CertificateSigner implements ContentSigner {
    private final Ed25519KeyPair key;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    CertificateSigner(Ed25519KeyPair key) {
        this.key = key;
    }

    @Override
    public AlgorithmIdentifier getAlgorithmIdentifier() {
        return new AlgorithmIdentifier(EdECObjectIdentifiers.id_Ed25519);
    }

    @Override
    public OutputStream getOutputStream() {
        return content;
    }

    @Override
    public byte[] getSignature() {
        return key.sign(content.toByteArray()).toArray();
    }
}
