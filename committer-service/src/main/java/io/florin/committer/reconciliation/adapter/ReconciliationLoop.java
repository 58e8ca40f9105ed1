package io.florin.committer.reconciliation.adapter;

import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.reconciliation.Accusation;
import io.florin.committer.reconciliation.EndorsedTransaction;
import io.florin.committer.reconciliation.OpenCase;
import io.florin.committer.reconciliation.Reconciler;
import io.florin.committer.reconciliation.Reconciler.Outcome;
import io.florin.committer.reconciliation.SearchResult;
import io.florin.committer.reconciliation.TransactionReview;
import io.florin.ledger.Invariant;
import io.florin.ledger.block.Block;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Follows complete blocks at its own pace, and looks for the client transaction of everything that was endorsed. It
/// may fall behind under load and catches up later; nothing waits for it. Goes on at its height after a restart.
public final class ReconciliationLoop implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(500);
    private static final int DUE_MAX = 64;
    private static final long CLOSE_WAIT_SECONDS = 5;

    /// Is told what operators must know.
    @FunctionalInterface
    public interface Observer {

        void accused(Accusation accusation);
    }

    private final LedgerReader ledger;
    private final ReconciliationStore store;
    private final EndorserArchive archive;
    private final Reconciler reconciler;
    private final ReconciliationProperties properties;
    private final InstantSource clock;
    private final Observer observer;
    private final FaultHandler faults;
    private final ExecutorService searches;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    public ReconciliationLoop(
            LedgerReader ledger,
            ReconciliationStore store,
            List<EndorserInternalApi> endorsers,
            ReconciliationProperties properties,
            InstantSource clock,
            Observer observer,
            FaultHandler faults) {
        this.ledger = ledger;
        this.store = store;
        this.archive = new EndorserArchive(endorsers);
        this.reconciler = new Reconciler(
                new TransactionReview(ledger.genesis().networkId()),
                new Reconciler.Patience(
                        properties.attempts(),
                        properties.pause().toMillis(),
                        properties.pauseMax().toMillis()));
        this.properties = properties;
        this.clock = clock;
        this.observer = observer;
        this.faults = faults;
        this.searches = Executors.newFixedThreadPool(
                properties.concurrency(),
                Thread.ofVirtual().name("committer-reconciliation-", 0).factory());
        this.thread = Thread.ofVirtual().name("committer-reconciliation").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (closing.getCount() > 0) {
                for (OpenCase due : store.due(clock.millis(), DUE_MAX)) {
                    lookAgain(due);
                }
                long next = store.summary().height() + 1;
                if (store.summary().open() < properties.openMax() && ledger.awaitComplete(next, WAIT)) {
                    look(next);
                } else if (store.summary().open() >= properties.openMax()) {
                    closing.await(WAIT.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException bug) {
            if (closing.getCount() > 0) {
                faults.stopped("committer-reconciliation", bug);
            }
        }
    }

    private void look(long number) throws InterruptedException, ExecutionException {
        List<Callable<Outcome>> looks = new ArrayList<>();
        for (EndorsedTransaction endorsed : endorsedOf(number)) {
            looks.add(() -> lookFor(endorsed, new OpenCase(number, endorsed.index(), 0, 0)));
        }
        List<Outcome> outcomes = new ArrayList<>(looks.size());
        for (Future<Outcome> look : searches.invokeAll(looks)) {
            outcomes.add(look.get());
        }
        if (closing.getCount() > 0) {
            store.addBlock(number, outcomes);
            outcomes.forEach(this::report);
        }
    }

    private void lookAgain(OpenCase due) {
        EndorsedTransaction endorsed = endorsedOf(due.block()).stream()
                .filter(candidate -> candidate.index() == due.index())
                .findFirst()
                .orElseThrow(() -> new Invariant.Broken("an open case without a transaction"));
        Outcome outcome = lookFor(endorsed, due);
        store.closeCase(due, outcome);
        report(outcome);
    }

    private List<EndorsedTransaction> endorsedOf(long number) {
        Optional<Block> block = ledger.block(number);
        Optional<BlockStatuses> statuses = ledger.statuses(number);
        if (block.isEmpty() || statuses.isEmpty()) {
            throw new Failure("block " + number + " is not in the chain store");
        }
        return EndorsedTransaction.of(block.get(), statuses.get());
    }

    private Outcome lookFor(EndorsedTransaction endorsed, OpenCase before) {
        if (!endorsed.isReadable()) {
            return reconciler.unreadable(endorsed, clock.millis());
        }
        SettlementTransaction settlement = endorsed.settlement();
        SearchResult result = archive.search(settlement.id(), (int) endorsed.index() + before.attempts());
        return reconciler.outcome(
                endorsed,
                before,
                result,
                new Reconciler.Configurations(
                        ledger.configurationOfVersion(settlement.configurationVersion()),
                        ledger.head().configuration()),
                clock.millis());
    }

    private void report(Outcome outcome) {
        if (outcome instanceof Outcome.Accused(Accusation accusation)) {
            observer.accused(accusation);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        searches.shutdownNow();
        try {
            thread.join(Duration.ofSeconds(CLOSE_WAIT_SECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
