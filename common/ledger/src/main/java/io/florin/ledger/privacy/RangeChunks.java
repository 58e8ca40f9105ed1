package io.florin.ledger.privacy;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.range.RangeProof;
import io.florin.crypto.range.ValueOpening;
import io.florin.crypto.transcript.ProofTranscript;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// One range proof for each group of as many outputs, or limbs of outputs, as the parameters say, one after the other
/// in one transcript.
final class RangeChunks {
    private RangeChunks() {}

    static int size(PublicParameters parameters, PaymentStatement statement) {
        if (!parameters.model().hidesValue()) {
            return 0;
        }
        RangeProof proof = parameters.ranges();
        int commitments = statement.outputs().size() * Math.max(1, parameters.limbs());
        return Math.ceilDiv(commitments, proof.values()) * proof.size();
    }

    static byte[] prove(
            RangeProof proof, List<ValueOpening> openings, ProofTranscript transcript, RandomGenerator random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int from = 0; from < openings.size(); from += proof.values()) {
            int to = Math.min(from + proof.values(), openings.size());
            out.writeBytes(proof.prove(openings.subList(from, to), transcript, random));
        }
        return out.toByteArray();
    }

    /// @throws IllegalArgumentException if a proof is malformed
    static void verify(
            RangeProof proof,
            byte[] bytes,
            List<? extends CurvePoint> commitments,
            ProofTranscript transcript,
            VerificationBatch.Item item) {
        int position = 0;
        for (int from = 0; from < commitments.size(); from += proof.values()) {
            int to = Math.min(from + proof.values(), commitments.size());
            byte[] chunk = Arrays.copyOfRange(bytes, position, position + proof.size());
            proof.verify(chunk, commitments.subList(from, to), transcript, item);
            position += proof.size();
        }
    }
}
