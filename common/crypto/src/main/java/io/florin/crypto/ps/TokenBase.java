package io.florin.crypto.ps;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.HashToScalar;
import io.florin.crypto.group.Scalar;
import java.nio.ByteBuffer;
import java.util.List;

/// The base H and the seed r of one output: hashes of the context and the output's index, so that nobody chooses them.
/// The context is the read-set keys in order, the hashed serial numbers of a transfer or the hashed id of an issue,
/// which commit at most once; so one base serves one output for ever, and no two tokens have one seed.
///
/// H = hash_to_G1(context, j), r = hash_to_scalar(context, j) over count (4) ‖ keys (32 each) ‖ j (4).
///
/// @param point of the prime-order group, its logarithm unknown
/// @param seed public beside the output, hidden when it is spent
public record TokenBase(G1 point, Scalar seed) {
    private static final String POINT_TAG = "CBDC-V1-PSBASE";
    private static final String SEED_TAG = "CBDC-V1-RHO";
    private static final int KEYS_MAX = 16;

    /// The base of an output.
    ///
    /// @throws IllegalArgumentException if the context is empty or has more than 16 keys, or the index is negative
    public static TokenBase of(List<Bytes32> context, int output) {
        if (context.isEmpty() || context.size() > KEYS_MAX || output < 0) {
            throw new IllegalArgumentException(context.size() + " keys, output " + output);
        }
        ByteBuffer buffer = ByteBuffer.allocate(2 * Integer.BYTES + context.size() * Bytes32.SIZE);
        buffer.putInt(context.size());
        context.forEach(key -> buffer.put(key.toArray()));
        byte[] message = buffer.putInt(output).array();
        return new TokenBase(G1.hashTo(message, POINT_TAG), HashToScalar.of(message, SEED_TAG));
    }
}
