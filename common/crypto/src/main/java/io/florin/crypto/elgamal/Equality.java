package io.florin.crypto.elgamal;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.CompactProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.random.RandomGenerator;

/// Proofs that two points are the same multiple of two others (Chaum and Pedersen): Y₁ = k·P₁ and Y₂ = k·P₂.
final class Equality {
    private Equality() {}

    private static LinearRelation relation(G1 firstBase, G1 first, G1 secondBase, G1 second) {
        LinearRelation.Builder builder = LinearRelation.builder();
        int factor = builder.scalar();
        builder.equation(builder.element(first), LinearRelation.term(factor, builder.element(firstBase)));
        builder.equation(builder.element(second), LinearRelation.term(factor, builder.element(secondBase)));
        return builder.build();
    }

    private static TranscriptChallenge challenge(String protocol, Bytes32 context, int index) {
        ProofTranscript transcript = ProofTranscript.of(protocol, context);
        transcript.statement("auditor", index);
        return new TranscriptChallenge(transcript);
    }

    static CompactProof prove(
            String protocol,
            Bytes32 context,
            int index,
            Scalar factor,
            G1 firstBase,
            G1 secondBase,
            RandomGenerator random) {
        LinearRelation relation =
                relation(firstBase, firstBase.multiply(factor), secondBase, secondBase.multiply(factor));
        return SigmaProver.proveCompact(relation, Witness.of(factor), challenge(protocol, context, index), random);
    }

    /// @throws IllegalArgumentException if a point is the identity
    static LinearRelation statement(G1 firstBase, G1 first, G1 secondBase, G1 second) {
        return relation(firstBase, first, secondBase, second);
    }

    static boolean verifies(String protocol, Bytes32 context, int index, LinearRelation statement, CompactProof proof) {
        return proof.verify(statement, challenge(protocol, context, index));
    }
}
