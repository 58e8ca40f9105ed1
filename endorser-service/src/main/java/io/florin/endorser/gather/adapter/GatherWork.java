package io.florin.endorser.gather.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.gather.GatherEffect;
import io.florin.endorser.gather.GatherEvent;
import io.florin.endorser.gather.ShareCombiner;
import io.florin.endorser.gather.adapter.EndorserPeers.PeerFailure;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Preparations;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.loop.LoopStoppedException;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.service.FaultHandler;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/// Does what the gatherer wants: waits for peers, database and Kafka on virtual threads, combines shares on the pool of
/// the cores. What fails becomes an event; what breaks stops the service.
public final class GatherWork implements AutoCloseable {

    private static final String NAME = "gather-work";

    private final int self;
    private final ShareCombiner combiner;
    private final Preparations preparations;
    private final TransactionStore store;
    private final Consumer<List<AcceptedTransaction>> stored;
    private final EndorsingService shares;
    private final Outside outside;
    private final Executor cores;
    private final FaultHandler faults;
    private final GatherMetrics metrics;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// The others: peers, Kafka, routers.
    public record Outside(EndorserPeers peers, TransactionPublisher publisher, Routers routers) {}

    /// This endorser: its index, network, shares, what signers prepared for it, and who wants to know of stored
    /// transactions.
    public record Inside(
            int self,
            NetworkId network,
            EndorsingService shares,
            Preparations preparations,
            Consumer<List<AcceptedTransaction>> stored) {}

    public GatherWork(
            Inside inside,
            Outside outside,
            TransactionStore store,
            Executor cores,
            FaultHandler faults,
            GatherMetrics metrics) {
        this.self = inside.self;
        this.combiner = new ShareCombiner(inside.network);
        this.preparations = inside.preparations;
        this.shares = inside.shares;
        this.stored = inside.stored;
        this.outside = outside;
        this.store = store;
        this.cores = cores;
        this.faults = faults;
        this.metrics = metrics;
    }

    GatherMetrics metrics() {
        return metrics;
    }

    /// Starts the work; its events go to the loop.
    void start(GatherEffect effect, Optional<TraceContext> trace, EventLoop<GatherEvent> events) {
        switch (effect) {
            case GatherEffect.Store work -> run(trace, () -> store(work, events));
            case GatherEffect.Propose work -> {
                byte[] encoded = Submission.encodeList(work.transactions().stream()
                        .map(AcceptedTransaction::submission)
                        .toList());
                run(trace, () -> propose(work, encoded, events));
            }
            case GatherEffect.Prepare work -> run(trace, () -> prepare(work, events));
            case GatherEffect.AskShare work -> run(trace, () -> askShare(work, events));
            case GatherEffect.Combine work -> combine(work, events);
            case GatherEffect.Publish work -> {
                if (!work.again()) {
                    EndorsedBundle bundle = work.endorsed();
                    metrics.endorsed(bundle.ids().size(), bundle.endorsedMillis() - bundle.proposedMillis());
                }
                run(trace, () -> publish(work, events));
            }
            case GatherEffect.Remember(EndorsedBundle bundle) -> run(trace, () -> remember(bundle));
            case GatherEffect.SubmitDirectly work -> run(trace, () -> submitDirectly(work));
            case GatherEffect.RememberRefused(var refused) ->
                run(trace, () -> {
                    try {
                        store.rememberRefused(refused);
                    } catch (Failure failed) {
                        EndorserLog.notStored(refused.size(), String.valueOf(failed.getMessage()));
                    }
                });
            case GatherEffect.Answer _ -> {}
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws InterruptedException;
    }

    private void run(Optional<TraceContext> trace, Work work) {
        try {
            threads.execute(() -> {
                try {
                    if (trace.isPresent()) {
                        try (var _ = trace.get().open()) {
                            work.run();
                        }
                    } else {
                        work.run();
                    }
                } catch (InterruptedException | LoopStoppedException closing) {
                    Thread.currentThread().interrupt();
                } catch (RuntimeException | Error bug) {
                    faults.stopped(NAME, bug);
                }
            });
        } catch (RejectedExecutionException closing) {
            // Closing: what is stored is taken up again after the restart.
            return;
        }
    }

    private void store(GatherEffect.Store work, EventLoop<GatherEvent> events) throws InterruptedException {
        Set<TransactionId> before;
        try {
            before = store.store(work.transactions(), true);
        } catch (Failure failed) {
            EndorserLog.notStored(work.transactions().size(), String.valueOf(failed.getMessage()));
            events.put(new GatherEvent.StoreFailed(work.bundle()));
            return;
        }
        stored.accept(work.transactions());
        events.put(new GatherEvent.Stored(work.bundle(), before));
    }

    private void propose(GatherEffect.Propose work, byte[] encoded, EventLoop<GatherEvent> events)
            throws InterruptedException {
        try {
            EndorserPeers.Checked checked = outside.peers.propose(work.member(), encoded, work.order());
            events.put(new GatherEvent.Checked(work.proposal(), work.member(), checked.refusals(), checked.share()));
        } catch (PeerFailure failed) {
            metrics.checkFailed(work.member());
            EndorserLog.peerDidNotCheck(work.member(), String.valueOf(failed.getMessage()));
            events.put(new GatherEvent.CheckFailed(work.proposal(), work.member(), failed.isUnreachable()));
        }
    }

    private void prepare(GatherEffect.Prepare work, EventLoop<GatherEvent> events) throws InterruptedException {
        try {
            SortedMap<Integer, Bytes> prepared = preparations.take(work.group(), work.signers());
            events.put(new GatherEvent.Prepared(work.bundle(), prepared));
        } catch (Unprepared failed) {
            failed.members().forEach(member -> metrics.shareFailed(member, "unprepared"));
            EndorserLog.notPrepared(failed.members().toString(), String.valueOf(failed.getMessage()));
            events.put(new GatherEvent.PrepareFailed(work.bundle(), failed.members(), failed.isUnreachable()));
        }
    }

    private void askShare(GatherEffect.AskShare work, EventLoop<GatherEvent> events) throws InterruptedException {
        try {
            Optional<Bytes> share = work.member() == self
                    ? ownShare(work.order())
                    : Optional.of(outside.peers.share(work.member(), work.order()));
            if (share.isPresent()) {
                events.put(new GatherEvent.ShareGiven(work.bundle(), work.member(), share.get()));
            } else {
                stale(work, events);
            }
        } catch (PeerFailure failed) {
            if (failed.isStale()) {
                stale(work, events);
                return;
            }
            if (failed.hasOtherShares()) {
                metrics.shareFailed(work.member(), "other-shares");
                EndorserLog.otherShares(work.member());
                events.put(new GatherEvent.ShareFailed(work.bundle(), work.member(), true));
                return;
            }
            metrics.shareFailed(work.member(), failed.isUnreachable() ? "unreachable" : "declined");
            EndorserLog.shareMissing(work.member(), String.valueOf(failed.getMessage()));
            events.put(new GatherEvent.ShareFailed(work.bundle(), work.member(), failed.isUnreachable()));
        }
    }

    private void stale(GatherEffect.AskShare work, EventLoop<GatherEvent> events) throws InterruptedException {
        metrics.shareFailed(work.member(), "stale");
        preparations.forget(work.order().namespace(), work.order().keyEpoch(), work.member());
        events.put(new GatherEvent.ShareStale(work.bundle(), work.member()));
    }

    /// Empty when what this endorser prepared is gone.
    private Optional<Bytes> ownShare(ShareOrder order) throws PeerFailure {
        try {
            return switch (shares.share(order, self)) {
                case ShareAnswer.Given(int _, Bytes share) -> Optional.of(share);
                case ShareAnswer.Stale() -> Optional.empty();
                case ShareAnswer.Declined(String reason) ->
                    throw new PeerFailure(reason, false, new IllegalStateException(reason));
                case ShareAnswer.OtherShares() ->
                    throw new PeerFailure("other shares", false, new IllegalStateException("its own shares"));
            };
        } catch (Failure failed) {
            throw new PeerFailure(String.valueOf(failed.getMessage()), false, failed);
        }
    }

    private void combine(GatherEffect.Combine work, EventLoop<GatherEvent> events) {
        Runnable task = () -> {
            try {
                switch (combiner.combine(work.group(), work.order(), work.shares())) {
                    case GroupKey.Combined.Signature(Bytes signature) ->
                        events.put(new GatherEvent.Combined(work.bundle(), signature));
                    case GroupKey.Combined.Blamed(var members) -> {
                        members.forEach(EndorserLog::shareBad);
                        members.forEach(member -> metrics.shareFailed(member, "bad"));
                        events.put(new GatherEvent.BadShares(work.bundle(), members));
                    }
                    case GroupKey.Combined.Spoiled(var suspects) -> {
                        EndorserLog.signatureSpoiled(suspects.toString());
                        suspects.forEach(member -> metrics.shareFailed(member, "spoiled"));
                        events.put(new GatherEvent.Spoiled(work.bundle(), suspects));
                    }
                }
            } catch (InterruptedException | LoopStoppedException closing) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error bug) {
                faults.stopped(NAME, bug);
            }
        };
        try {
            cores.execute(task);
        } catch (Failure full) {
            // The pool is full of checks; one more thread for a signature that many wait for.
            run(Optional.empty(), task::run);
        }
    }

    private void publish(GatherEffect.Publish work, EventLoop<GatherEvent> events) throws InterruptedException {
        try {
            outside.publisher.publish(work.bundle()).join();
        } catch (java.util.concurrent.CompletionException failed) {
            metrics.publishFailed();
            EndorserLog.notPublished(work.endorsed().root().toHex(), String.valueOf(failed.getMessage()));
            events.put(new GatherEvent.PublishFailed(work.number()));
            return;
        }
        metrics.published();
        if (work.again()) {
            metrics.republished();
        }
        events.put(new GatherEvent.Published(work.number()));
    }

    private void remember(EndorsedBundle bundle) {
        try {
            store.remember(bundle);
        } catch (Failure failed) {
            EndorserLog.bundleNotRemembered(bundle.root().toHex(), String.valueOf(failed.getMessage()));
        }
    }

    private void submitDirectly(GatherEffect.SubmitDirectly work) throws InterruptedException {
        int taken = 0;
        byte[] encoded = work.bundle().encoded().toArray();
        for (int party : work.parties()) {
            taken += outside.routers.submit(party, encoded) ? 1 : 0;
        }
        EndorserLog.submittedDirectly(
                work.bundle().root().toHex(), taken, work.parties().size());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
