package io.florin.benchmarks.committer;

import io.florin.benchmarks.BenchFailure;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.Bytes;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.EndorsementCheck;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Cost for one thread of checking that transactions are endorsed, for a block of bundles: the Merkle root of each
/// bundle and one batch of threshold signatures. Beside it, all stateless checks together, as the committer makes them.
final class EndorsementCost {

    static final int BUNDLES = 16;

    private static final int BLOCKS = 4;
    private static final double MICROS_PER_NANO = 1e-3;

    private final TransferWorkload workload;
    private final List<List<Bytes>> blocks = new ArrayList<>();
    private final SecureRandom random = new SecureRandom();
    private final SignatureVerifier verifier;

    EndorsementCost(TransferWorkload workload) {
        this.workload = workload;
        this.verifier = new SignatureVerifier(workload.network().networkId());
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(workload.next(BUNDLES).entries());
        }
    }

    /// Microseconds for each transaction, of the endorsement check alone.
    double endorsementMicros(int seconds) {
        List<List<Bundle>> decoded = blocks.stream()
                .map(entries -> entries.stream()
                        .map(entry -> Bundle.decode(entry.toArray()))
                        .toList())
                .toList();
        return micros(seconds, round -> requireEndorsed(decoded.get(round % BLOCKS)));
    }

    private void requireEndorsed(List<Bundle> bundles) {
        List<byte[]> messages = new ArrayList<>();
        List<BlsSignature> signatures = new ArrayList<>();
        for (Bundle bundle : bundles) {
            messages.add(bundle.message(workload.network().networkId()));
            signatures.add(BlsSignature.decode(bundle.signature().toArray()));
        }
        EndorserGroup group = EndorsementCheck.policy(
                        bundles.getFirst(), workload.network().configuration())
                .orElseThrow();
        BlsPublicKey key = BlsPublicKey.decode(group.groupKey().toArray());
        BenchFailure.require(
                Bls.verifyBatchSameKey(key, messages, signatures, random), "a good endorsement does not verify");
    }

    /// Microseconds for each transaction, of everything that is checked without the state: decoding, hashes, keys of
    /// outputs and endorsement.
    double statelessMicros(int seconds) {
        return micros(seconds, round -> {
            List<VerifiedTransaction> verified = verifier.verify(
                    blocks.get(round % BLOCKS), 1, workload.network().configuration(), random);
            BenchFailure.require(
                    verified.stream().allMatch(transaction -> transaction.fate().isEmpty()),
                    "a good transaction is refused");
        });
    }

    private interface Round {
        void run(int number);
    }

    private static double micros(int seconds, Round work) {
        long rounds = 0;
        long start = System.nanoTime();
        long warm = start + TimeUnit.SECONDS.toNanos(seconds) / 3;
        for (int round = 0; System.nanoTime() < warm; round++) {
            work.run(round);
        }
        start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end || rounds == 0) {
            work.run((int) rounds);
            rounds++;
        }
        return (System.nanoTime() - start) * MICROS_PER_NANO / (rounds * BUNDLES * TransferWorkload.BUNDLE);
    }
}
