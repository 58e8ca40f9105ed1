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
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.service.FaultHandler;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Follows complete blocks at its own pace, and looks for the client transaction of everything that was endorsed, in
/// batches of many: per transaction that costs the endorser one row, and here the token rules' signatures. Nothing
/// waits for it, so it looks once a second at what has come; it may fall behind under load and catches up later. Goes
/// on at its height after a restart.
public final class ReconciliationLoop implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(500);

    /// Pause after a look that left nothing: what comes meanwhile is one question and one write.
    private static final Duration DISTANCE = Duration.ofSeconds(1);

    private static final int BLOCKS_MAX = 64;
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
    private int turn;

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
                new TransactionReview(ledger.genesis().networkId(), new SecureRandom()),
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
                closing.await(pass().toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException bug) {
            if (closing.getCount() > 0) {
                faults.stopped("committer-reconciliation", bug);
            }
        }
    }

    /// One turn; waits a little for the next block.
    ///
    /// @return pause before the next one
    Duration pass() throws InterruptedException, ExecutionException {
        lookAgain(store.due(clock.millis(), EndorserArchive.BATCH_MAX));
        long next = store.summary().height() + 1;
        if (store.summary().open() >= properties.openMax()) {
            return WAIT;
        }
        return ledger.awaitComplete(next, WAIT) && !look(next, ledger.head().number()) ? DISTANCE : Duration.ZERO;
    }

    /// Complete blocks, as many as keep all searches busy; one at least.
    ///
    /// @return whether there may be more than one look takes
    private boolean look(long first, long last) throws InterruptedException, ExecutionException {
        List<Search> all = new ArrayList<>();
        long number = first - 1;
        while (number < last
                && number - first + 1 < BLOCKS_MAX
                && all.size() < properties.concurrency() * EndorserArchive.BATCH_MAX) {
            number++;
            for (EndorsedTransaction endorsed : endorsedOf(number)) {
                all.add(new Search(endorsed, new OpenCase(number, endorsed.index(), 0, 0)));
            }
        }
        List<Outcome> outcomes = search(all);
        if (closing.getCount() > 0) {
            store.addBlocks(number, outcomes);
            outcomes.forEach(this::report);
        }
        return number < last;
    }

    private void lookAgain(List<OpenCase> due) throws InterruptedException, ExecutionException {
        List<Search> all = new ArrayList<>();
        List<EndorsedTransaction> block = List.of();
        for (OpenCase openCase : due) {
            if (block.isEmpty() || block.getFirst().block() != openCase.block()) {
                block = endorsedOf(openCase.block());
            }
            EndorsedTransaction endorsed = block.stream()
                    .filter(candidate -> candidate.index() == openCase.index())
                    .findFirst()
                    .orElseThrow(() -> new Invariant.Broken("an open case without a transaction"));
            all.add(new Search(endorsed, openCase));
        }
        List<Outcome> outcomes = search(all);
        if (closing.getCount() > 0 && !due.isEmpty()) {
            store.closeCases(due, outcomes);
            outcomes.forEach(this::report);
        }
    }

    private record Search(EndorsedTransaction endorsed, OpenCase before) {}

    /// @return an outcome for each, in their order
    private List<Outcome> search(List<Search> all) throws InterruptedException, ExecutionException {
        List<Callable<List<Outcome>>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += EndorserArchive.BATCH_MAX) {
            List<Search> batch = all.subList(from, Math.min(all.size(), from + EndorserArchive.BATCH_MAX));
            int firstEndorser = turn++;
            batches.add(() -> lookFor(batch, firstEndorser));
        }
        List<Outcome> outcomes = new ArrayList<>(all.size());
        for (Future<List<Outcome>> batch : searches.invokeAll(batches)) {
            outcomes.addAll(batch.get());
        }
        return outcomes;
    }

    private List<EndorsedTransaction> endorsedOf(long number) {
        Optional<Block> block = ledger.block(number);
        Optional<BlockStatuses> statuses = ledger.statuses(number);
        if (block.isEmpty() || statuses.isEmpty()) {
            throw new Failure("block " + number + " is not in the chain store");
        }
        return EndorsedTransaction.of(block.get(), statuses.get());
    }

    private List<Outcome> lookFor(List<Search> batch, int firstEndorser) {
        Map<TransactionId, SearchResult> results = archive.search(
                batch.stream()
                        .map(Search::endorsed)
                        .filter(EndorsedTransaction::isReadable)
                        .map(endorsed -> endorsed.settlement().id())
                        .toList(),
                firstEndorser);
        return batch.stream().map(search -> outcome(search, results)).toList();
    }

    private Outcome outcome(Search search, Map<TransactionId, SearchResult> results) {
        EndorsedTransaction endorsed = search.endorsed();
        if (!endorsed.isReadable()) {
            return reconciler.unreadable(endorsed, clock.millis());
        }
        SettlementTransaction settlement = endorsed.settlement();
        return reconciler.outcome(
                endorsed,
                search.before(),
                Objects.requireNonNull(results.get(settlement.id())),
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
        thread.interrupt();
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(CLOSE_WAIT_SECONDS));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
