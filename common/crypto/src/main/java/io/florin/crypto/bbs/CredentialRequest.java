package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.CompactProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// A holder's request for a credential: C = sk·H₁ + K_holder·H₂ and a proof of knowledge of both, 144 bytes.
///
/// The proof hangs on the caller's transcript, which must hold the session (who asks, when, of whom), so that a request
/// cannot be replayed in another. The issuer adds its own part of K, so neither side chooses K alone.
///
/// @param commitment C
/// @param proof for the relation C = sk·H₁ + K·H₂
public record CredentialRequest(G1 commitment, CompactProof proof) {
    /// Bytes in a request.
    public static final int SIZE = 144;

    /// A request for these secrets. The transcript moves on.
    ///
    /// @param random a `SecureRandom` outside tests
    public static CredentialRequest of(
            CredentialScheme scheme,
            Scalar secretKey,
            Scalar serialKey,
            ProofTranscript transcript,
            RandomGenerator random) {
        G1 commitment = scheme.commitment(secretKey, serialKey);
        CompactProof proof = SigmaProver.proveCompact(
                relation(scheme, commitment),
                Witness.of(secretKey, serialKey),
                new TranscriptChallenge(transcript),
                random);
        return new CredentialRequest(commitment, proof);
    }

    /// Reads a request: exact length, a point of the group other than the identity, canonical scalars. [#verify] checks
    /// the proof.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static CredentialRequest decode(CredentialScheme scheme, byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a request has " + SIZE + " bytes, not " + bytes.length);
        }
        G1 commitment = G1.decode(Arrays.copyOf(bytes, G1.SIZE));
        byte[] proof = Arrays.copyOfRange(bytes, G1.SIZE, SIZE);
        return new CredentialRequest(commitment, CompactProof.decode(relation(scheme, commitment), proof));
    }

    /// C, then the proof.
    public byte[] encode() {
        byte[] bytes = Arrays.copyOf(commitment.encode(), SIZE);
        System.arraycopy(proof.encode(), 0, bytes, G1.SIZE, SIZE - G1.SIZE);
        return bytes;
    }

    /// Whether the holder knows what C hides. The transcript moves on as it did for the holder.
    public boolean verify(CredentialScheme scheme, ProofTranscript transcript) {
        return proof.verify(relation(scheme, commitment), new TranscriptChallenge(transcript));
    }

    private static LinearRelation relation(CredentialScheme scheme, G1 commitment) {
        LinearRelation.Builder builder = LinearRelation.builder();
        int secretBase = builder.element(scheme.secretBase());
        int serialBase = builder.element(scheme.serialBase());
        int image = builder.element(commitment);
        int secretKey = builder.scalar();
        int serialKey = builder.scalar();
        return builder.equation(
                        image, LinearRelation.term(secretKey, secretBase), LinearRelation.term(serialKey, serialBase))
                .build();
    }
}
