package io.florin.crypto.transcript;

import io.florin.crypto.group.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Secret scalars for one run of a prover: SHAKE128 of 32 random bytes, what the proof is bound to, and its secrets;
/// 48 bytes each, reduced.
///
/// With good randomness they are uniform. With a broken source they are still secret, and differ for every
/// statement, transcript and witness: no two responses to different challenges share one, which would reveal the
/// witness. Close it when the proof is made. Owned by one thread.
public final class HedgedNonces implements AutoCloseable {
    private static final String TAG = "FLORIN-V1-NONCES-";
    private static final int RANDOM_SIZE = 32;

    private final DuplexSponge sponge;

    /// Nonces for a proof.
    ///
    /// @param purpose a name that no other prover has
    /// @param binding depends on all that the challenges will depend on so far
    /// @param random a `SecureRandom` outside tests
    public HedgedNonces(String purpose, byte[] binding, List<Scalar> secrets, RandomGenerator random) {
        sponge = new DuplexSponge(DuplexSponge.deriveSessionId((TAG + purpose).getBytes(StandardCharsets.UTF_8)));
        byte[] fresh = new byte[RANDOM_SIZE];
        random.nextBytes(fresh);
        sponge.absorb(fresh);
        sponge.absorb(Framing.string(binding));
        for (Scalar secret : secrets) {
            byte[] bytes = secret.toBytes();
            sponge.absorb(bytes);
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /// The next nonce.
    public Scalar next() {
        byte[] uniform = sponge.squeeze(Scalar.WIDE_SIZE);
        Scalar nonce = Scalar.ofWide(uniform);
        Arrays.fill(uniform, (byte) 0);
        return nonce;
    }

    /// The next nonces.
    public List<Scalar> next(int count) {
        List<Scalar> nonces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            nonces.add(next());
        }
        return nonces;
    }

    @Override
    public void close() {
        sponge.wipe();
    }

    @Override
    public String toString() {
        return "HedgedNonces";
    }
}
