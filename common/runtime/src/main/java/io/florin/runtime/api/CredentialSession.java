package io.florin.runtime.api;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.nio.charset.StandardCharsets;

/// The session that a request for an anonymous credential belongs to: a network, registration's credential key, an
/// enrollment. The enrollment id is the challenge: 128 random bits that registration chooses when it approves an
/// application, so a request can be made only after that, for one enrollment, and proves nothing in another.
///
/// Both sides make the same [#transcript]; who owns the enrollment's key signs [#message], so that the bank in between
/// cannot put in a commitment of its own.
///
/// @param enrollmentId as in the enrollment's answer and certificate, 32 hexadecimal digits
public record CredentialSession(NetworkId network, BbsPublicKey key, String enrollmentId) {
    private static final String PROTOCOL = "CREDENTIAL-REQUEST-V1";

    /// The scheme of credentials in a network: bound to the key and the network's id, the same for all currencies.
    public static CredentialScheme scheme(NetworkId network, BbsPublicKey key) {
        return new CredentialScheme(key, network.value().toArray());
    }

    /// The scheme of this session's credentials.
    public CredentialScheme scheme() {
        return scheme(network, key);
    }

    /// Context of the request's proof. A fresh one for each proof made or checked.
    public ProofTranscript transcript() {
        ProofTranscript transcript = ProofTranscript.of(
                PROTOCOL, Domain.CREDENTIAL_REQUEST.hash(network.value().toArray(), key.encode()));
        transcript.statement("enrollment", enrollmentId.getBytes(StandardCharsets.US_ASCII));
        return transcript;
    }

    /// Bytes that the enrollment's owner key signs: domain, network, then the credential key, the enrollment id and the
    /// request.
    public byte[] message(Bytes request) {
        byte[] payload = new CanonicalWriter(320)
                .fixed(key.encode())
                .text(enrollmentId)
                .fixed(request.toArray())
                .toByteArray();
        return Domain.CREDENTIAL_REQUEST.message(network, payload);
    }
}
