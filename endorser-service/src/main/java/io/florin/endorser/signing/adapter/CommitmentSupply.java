package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.frost.NonceCommitment;
import io.florin.crypto.threshold.GroupKey;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.signing.adapter.SigningPeers.Commitments;
import io.florin.endorser.signing.adapter.SigningPeers.PeerFailure;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// FROST commitments that peers gave this gatherer ahead, so that a signature takes one round trip. Any thread.
final class CommitmentSupply {

    private final SigningSurroundings surroundings;
    private final int self;
    private final PartialSigner partials;
    private final SigningPeers peers;
    private final NonceEpochs epochs;
    private final int wanted;
    private final Duration answerWithin;
    private final ExecutorService threads;
    private final Map<Source, Shelf> shelves = new ConcurrentHashMap<>();

    private record Source(NamespaceId namespace, long keyEpoch, int member) {}

    private static final class Shelf {
        private final ConcurrentLinkedDeque<Bytes> ready = new ConcurrentLinkedDeque<>();
        private final ReentrantLock fetching = new ReentrantLock();
        private final AtomicBoolean refilling = new AtomicBoolean();
    }

    CommitmentSupply(
            SigningSurroundings surroundings,
            PartialSigner partials,
            SigningPeers peers,
            NonceEpochs epochs,
            int wanted,
            Duration answerWithin,
            ExecutorService threads) {
        this.surroundings = surroundings;
        this.self = surroundings.self();
        this.partials = partials;
        this.peers = peers;
        this.epochs = epochs;
        this.wanted = wanted;
        this.answerWithin = answerWithin;
        this.threads = threads;
    }

    /// One commitment of each signer; those at hand first, the others are fetched side by side. Who does not answer in
    /// time is named.
    SortedMap<Integer, Bytes> take(EndorserGroup group, List<Integer> signers) throws Unprepared, InterruptedException {
        GroupKey key = surroundings
                .keys()
                .apply(group)
                .map(EndorsingKey::groupKey)
                .orElseThrow(() -> new Unprepared("no key share of this epoch", Set.of(self), false));
        SortedMap<Integer, Bytes> taken = new TreeMap<>();
        SortedMap<Integer, CompletableFuture<Bytes>> fetched = new TreeMap<>();
        long deadlineNanos = System.nanoTime() + answerWithin.toNanos();
        for (int signer : signers) {
            Bytes ready = signer == self ? null : shelf(group, signer).ready.poll();
            if (ready != null) {
                taken.put(signer, ready);
            } else {
                fetched.put(signer, fetching(group, key, signer, deadlineNanos));
            }
        }
        Set<Integer> failed = new TreeSet<>();
        boolean unreachable = true;
        String why = "";
        for (Map.Entry<Integer, CompletableFuture<Bytes>> each : fetched.entrySet()) {
            try {
                long leftNanos = Math.max(0, deadlineNanos - System.nanoTime());
                taken.put(each.getKey(), each.getValue().get(leftNanos, TimeUnit.NANOSECONDS));
            } catch (TimeoutException slow) {
                failed.add(each.getKey());
                why = "no commitment in time";
                each.getValue().thenAccept(late -> putBack(group, each.getKey(), late));
            } catch (ExecutionException broken) {
                failed.add(each.getKey());
                Throwable cause = broken.getCause() == null ? broken : broken.getCause();
                why = String.valueOf(cause.getMessage());
                unreachable &= cause.getCause() instanceof PeerFailure peer && peer.isUnreachable();
            }
        }
        signers.stream().filter(signer -> signer != self).forEach(signer -> refill(group, key, signer));
        if (!failed.isEmpty()) {
            taken.forEach((signer, commitment) -> putBack(group, signer, commitment));
            throw new Unprepared(why, failed, unreachable);
        }
        return taken;
    }

    private void putBack(EndorserGroup group, int signer, Bytes unused) {
        if (signer != self) {
            shelf(group, signer).ready.offerFirst(unused);
        }
    }

    private CompletableFuture<Bytes> fetching(EndorserGroup group, GroupKey key, int signer, long deadlineNanos)
            throws Unprepared {
        try {
            return CompletableFuture.supplyAsync(() -> one(group, key, signer, deadlineNanos), threads);
        } catch (RejectedExecutionException closing) {
            throw new Unprepared("closing", Set.of(self), false);
        }
    }

    private Bytes one(EndorserGroup group, GroupKey key, int signer, long deadlineNanos) {
        if (signer == self) {
            return partials.prepare(group, self, 1).getFirst();
        }
        Shelf shelf = shelf(group, signer);
        lock(shelf, signer, deadlineNanos);
        try {
            Bytes ready = shelf.ready.poll();
            if (ready == null) {
                fetch(group, key, signer, shelf);
                ready = shelf.ready.poll();
            }
            if (ready == null) {
                throw new Failure("a peer gave no commitment");
            }
            return ready;
        } finally {
            shelf.fetching.unlock();
        }
    }

    private static void lock(Shelf shelf, int signer, long deadlineNanos) {
        try {
            if (shelf.fetching.tryLock(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while waiting for a commitment", closing);
        }
        throw new Failure(
                "no commitment in time", new PeerFailure(signer, "it was asked before and is silent", true, null));
    }

    /// Asks a peer for as many as are wanted. What is not its own, or of an epoch that has passed, is not taken.
    private void fetch(EndorserGroup group, GroupKey key, int signer, Shelf shelf) {
        try {
            Commitments answer = peers.prepare(signer, group.namespace(), group.epoch(), wanted);
            List<Bytes> prepared = answer.prepared();
            for (Bytes each : prepared) {
                if (!key.isPreparation(signer, each)) {
                    throw new PeerFailure(signer, "a commitment that is none", false, null);
                }
            }
            for (Bytes each : prepared) {
                long epoch = NonceCommitment.decode(each.toArray()).nonce().epoch();
                NonceEpochs.Seen seen = epochs.seen(group.namespace(), group.epoch(), signer);
                Bytes signature = seen.signedEpoch() == epoch
                        ? seen.signature()
                        : surroundings.verifiedEpoch(group, signer, epoch, answer.epochSignature());
                if (!epochs.saw(group.namespace(), group.epoch(), signer, epoch, signature)) {
                    throw new PeerFailure(signer, "an epoch that has passed", false, null);
                }
            }
            shelf.ready.addAll(prepared);
        } catch (PeerFailure failed) {
            throw new Failure(String.valueOf(failed.getMessage()), failed);
        }
    }

    private void refill(EndorserGroup group, GroupKey key, int signer) {
        Shelf shelf = shelf(group, signer);
        if (shelf.ready.size() > wanted / 2 || !shelf.refilling.compareAndSet(false, true)) {
            return;
        }
        try {
            threads.execute(() -> {
                shelf.fetching.lock();
                try {
                    if (shelf.ready.size() <= wanted / 2) {
                        fetch(group, key, signer, shelf);
                    }
                } catch (Failure failed) {
                    EndorserLog.notPrepared(Integer.toString(signer), String.valueOf(failed.getMessage()));
                } finally {
                    shelf.fetching.unlock();
                    shelf.refilling.set(false);
                }
            });
        } catch (RejectedExecutionException closing) {
            shelf.refilling.set(false);
        }
    }

    void forget(NamespaceId namespace, long keyEpoch, int member) {
        Shelf shelf = shelves.get(new Source(namespace, keyEpoch, member));
        if (shelf != null) {
            shelf.ready.clear();
        }
    }

    private Shelf shelf(EndorserGroup group, int member) {
        return shelves.computeIfAbsent(new Source(group.namespace(), group.epoch(), member), _ -> new Shelf());
    }
}
