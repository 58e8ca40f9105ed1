package io.florin.committer.verifier;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/// BLS signatures under one key, verified as one batch. When that fails it is halved until the wrong ones stand alone:
/// at most 2·⌈log₂ N⌉ batches more for one wrong signature of N, and nothing that is right is ever said to be wrong. A
/// batch of m costs about as much as 1 + m/8 signatures alone; where many are wrong, so that halving has cost as much
/// as half of all signatures alone, what is left is verified one by one. So the worst that a forger can make of us is
/// 1.5 times the work of verifying each signature alone, and one batch.
///
/// For one thread.
final class KeyBatch {
    private static final int BATCHED_FOR_ONE_ALONE = 8;

    /// Whether all of some signatures under one key are right.
    @FunctionalInterface
    interface Check {
        boolean holds(BlsPublicKey key, List<byte[]> messages, List<BlsSignature> signatures, RandomGenerator random);

        /// The real one.
        static Check bls() {
            return Bls::verifyBatchSameKey;
        }
    }

    /// Signatures of a batch of which at least one is wrong.
    private record Failed(int from, int to) {
        int size() {
            return to - from;
        }
    }

    private final BlsPublicKey key;
    private final Check check;
    private final List<byte[]> messages = new ArrayList<>();
    private final List<BlsSignature> signatures = new ArrayList<>();

    KeyBatch(BlsPublicKey key, Check check) {
        this.key = key;
        this.check = check;
    }

    /// Puts a signature behind those that are there.
    void add(byte[] message, BlsSignature signature) {
        messages.add(message);
        signatures.add(signature);
    }

    /// Places of the wrong signatures.
    ///
    /// @param random unpredictable to whoever made the signatures
    BitSet wrong(RandomGenerator random) {
        BitSet wrong = new BitSet();
        Deque<Failed> open = new ArrayDeque<>();
        if (!holds(0, signatures.size(), random)) {
            open.add(new Failed(0, signatures.size()));
        }
        int allowed = signatures.size() / 2;
        while (!open.isEmpty()) {
            Failed failed = open.remove();
            if (failed.size() == 1) {
                wrong.set(failed.from());
            } else if (allowed <= 0) {
                eachAlone(failed, wrong, random);
            } else {
                int middle = (failed.from() + failed.to()) >>> 1;
                boolean left = holds(failed.from(), middle, random);
                allowed -= cost(middle - failed.from());
                boolean right = false;
                if (!left) {
                    open.add(new Failed(failed.from(), middle));
                    right = holds(middle, failed.to(), random);
                    allowed -= cost(failed.to() - middle);
                }
                if (!right) {
                    open.add(new Failed(middle, failed.to()));
                }
            }
        }
        return wrong;
    }

    private static int cost(int size) {
        return 1 + size / BATCHED_FOR_ONE_ALONE;
    }

    private void eachAlone(Failed failed, BitSet wrong, RandomGenerator random) {
        for (int i = failed.from(); i < failed.to(); i++) {
            wrong.set(i, !holds(i, i + 1, random));
        }
    }

    private boolean holds(int from, int to, RandomGenerator random) {
        return check.holds(key, messages.subList(from, to), signatures.subList(from, to), random);
    }
}
