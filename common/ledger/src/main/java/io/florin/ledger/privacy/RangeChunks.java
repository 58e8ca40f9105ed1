package io.florin.ledger.privacy;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.range.Bulletproof;
import io.florin.crypto.range.PreparedMask;
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
        Bulletproof proof = parameters.ranges();
        return count(parameters, statement.outputs().size()) * proof.size();
    }

    /// Number of range proofs of a payment with so many outputs.
    static int count(PublicParameters parameters, int outputs) {
        return parameters.model().hidesValue()
                ? Math.ceilDiv(
                        outputs * Math.max(1, parameters.limbs()),
                        parameters.ranges().values())
                : 0;
    }

    static byte[] prove(
            Bulletproof proof, List<ValueOpening> openings, ProofTranscript transcript, RandomGenerator random) {
        return prove(proof, openings, List.of(), transcript, random);
    }

    /// @param masks one for each proof, or none at all
    static byte[] prove(
            Bulletproof proof,
            List<ValueOpening> openings,
            List<PreparedMask> masks,
            ProofTranscript transcript,
            RandomGenerator random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int from = 0; from < openings.size(); from += proof.values()) {
            List<ValueOpening> chunk = openings.subList(from, Math.min(from + proof.values(), openings.size()));
            out.writeBytes(
                    masks.isEmpty()
                            ? proof.prove(chunk, transcript, random)
                            : proof.prove(chunk, masks.get(from / proof.values()), transcript, random));
        }
        return out.toByteArray();
    }

    /// @param source where the proofs' bytes stand, one behind the other from the offset on
    /// @param commitments handles of the item's points
    /// @throws IllegalArgumentException if a proof is malformed
    static void verify(
            Bulletproof proof,
            byte[] source,
            int offset,
            int[] commitments,
            ProofTranscript transcript,
            VerificationBatch.Item item) {
        int position = offset;
        for (int from = 0; from < commitments.length; from += proof.values()) {
            int[] chunk = Arrays.copyOfRange(commitments, from, Math.min(from + proof.values(), commitments.length));
            proof.verify(source, position, chunk, transcript, item);
            position += proof.size();
        }
    }
}
