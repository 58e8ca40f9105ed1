package io.florin.endorser.gather.adapter;

import io.florin.endorser.EndorserLog;
import io.florin.endorser.gather.EndorsementGatherer;
import io.florin.endorser.gather.GatherEffect;
import io.florin.endorser.gather.GatherEvent;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.Clocks;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.LedgerListener;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.endorser.protocol.SupplyListener;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// Drives the gatherer: one thread for its decisions, [GatherWork] for what it wants done, and the threads of
/// submitters that wait for their answers.
public final class GatherLoop implements LedgerListener, SupplyListener, EventHandler<GatherEvent>, AutoCloseable {

    private static final Duration OFFER_WAIT = Duration.ofMillis(500);

    private final EndorsementGatherer gatherer;
    private final GatherWork work;
    private final Clocks clocks;
    private final Duration submitWithin;
    private final EventLoop<GatherEvent> loop;
    private final AtomicLong lastTicket = new AtomicLong();
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final Map<TransactionId, TraceContext> traces = new ConcurrentHashMap<>();

    private record Waiting(List<TransactionId> ids, CompletableFuture<List<SubmissionOutcome>> answer) {}

    public GatherLoop(
            String name,
            EndorsementGatherer gatherer,
            GatherWork work,
            GatherProperties properties,
            FaultHandler faults,
            InstantSource clock) {
        this.gatherer = gatherer;
        this.work = work;
        this.clocks = new Clocks(clock);
        this.submitWithin = properties.submitWithin();
        this.loop = EventLoop.ticking(
                name,
                properties.eventsMax(),
                this,
                faults,
                new EventLoop.Ticks<>(properties.window(), clocks.steady(), _ -> new GatherEvent.Tick()));
        work.metrics().watch("waiting", gatherer::waitingTransactions);
        work.metrics().watch("gathering", gatherer::gatheringBundles);
        work.metrics().watch("unsettled", gatherer::unsettledTransactions);
    }

    public void start() {
        loop.start();
    }

    /// Waits, with a bound, until each transaction is endorsed or is not going to be.
    ///
    /// @return one outcome for each, in order
    public List<SubmissionOutcome> endorse(List<AcceptedTransaction> transactions) {
        List<TransactionId> ids =
                transactions.stream().map(AcceptedTransaction::id).toList();
        long ticket = lastTicket.incrementAndGet();
        var answer = new CompletableFuture<List<SubmissionOutcome>>();
        waiting.put(ticket, new Waiting(ids, answer));
        TraceContext.current().ifPresent(trace -> traces.put(ids.getFirst(), trace));
        EndorserLog.taken(ids);
        try {
            if (!loop.offer(new GatherEvent.Submitted(ticket, transactions), OFFER_WAIT)) {
                throw new Failure("too many submissions wait");
            }
            return answer.get(submitWithin.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return Collections.nCopies(ids.size(), new SubmissionOutcome.Unavailable());
        } catch (ExecutionException closed) {
            throw new Failure("gathering has stopped", closed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while gathering", interrupted);
        } finally {
            waiting.remove(ticket);
            traces.remove(ids.getFirst());
        }
    }

    /// Takes up transactions and bundles that were left behind; nobody waits for them.
    void takeUp(GatherEvent event) throws InterruptedException {
        loop.put(event);
    }

    @Override
    public void settled(List<TransactionId> ids) {
        tell(new GatherEvent.Settled(ids));
    }

    @Override
    public void moved(LedgerPosition position) {
        tell(new GatherEvent.LedgerMoved(position.configuration(), position.height()));
    }

    @Override
    public void supplied(NamespaceId namespace, long keyEpoch, Set<Set<Integer>> committees) {
        tell(new GatherEvent.Supplied(namespace, keyEpoch, committees));
    }

    private void tell(GatherEvent event) {
        try {
            loop.put(event);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// On the loop's thread.
    @Override
    public void on(GatherEvent event) {
        List<GatherEffect> effects = gatherer.on(event, clocks.now());
        for (GatherEffect effect : effects) {
            if (!(effect instanceof GatherEffect.Answer)) {
                work.start(effect, traceOf(effect), loop);
            }
        }
        for (GatherEffect effect : effects) {
            if (effect instanceof GatherEffect.Answer(long ticket, List<SubmissionOutcome> outcomes)) {
                Waiting waits = waiting.get(ticket);
                if (waits != null) {
                    waits.answer.complete(outcomes);
                }
            }
        }
    }

    /// Ticks every 100 ms are enough for bundles that wait to be settled, whose timers are of seconds.
    @Override
    public boolean awaitsTicks() {
        return gatherer.waitingTransactions() > 0 || gatherer.gatheringBundles() > 0;
    }

    /// Among endorsers a bundle continues the trace of the first submission in it that has one. What leaves them has
    /// the trace of its first transaction: a submission's would tell whoever reads the topics which bundles are of one
    /// request, of one payroll say.
    private Optional<TraceContext> traceOf(GatherEffect effect) {
        return switch (effect) {
            case GatherEffect.Propose propose -> traceOf(ids(propose.transactions()));
            case GatherEffect.AskShare ask -> traceOf(ask.order().ids());
            case GatherEffect.Store store -> traceOf(ids(store.transactions()));
            case GatherEffect.Publish publish -> onLedger(publish.endorsed());
            case GatherEffect.SubmitDirectly submit -> onLedger(submit.bundle());
            default -> Optional.empty();
        };
    }

    private Optional<TraceContext> traceOf(List<TransactionId> ids) {
        return ids.stream().map(traces::get).filter(java.util.Objects::nonNull).findFirst();
    }

    private static Optional<TraceContext> onLedger(EndorsedBundle bundle) {
        return Optional.of(TraceContext.of(bundle.ids().getFirst().value()));
    }

    private static List<TransactionId> ids(List<AcceptedTransaction> transactions) {
        return transactions.stream().map(AcceptedTransaction::id).toList();
    }

    @Override
    public void close() {
        loop.close();
        waiting.values().forEach(waits -> waits.answer.completeExceptionally(new Failure("the endorser is closing")));
    }
}
