package io.florin.endorser.gather.adapter;

import io.florin.crypto.Bytes32;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.gather.EndorsementGatherer;
import io.florin.endorser.gather.GatherEvent;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.BundleLimits;
import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LeftBehind;
import io.florin.endorser.protocol.OpenTransaction;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.protocol.Verdict;
import io.florin.endorser.status.adapter.CommitterInquiry;
import io.florin.ledger.TransactionId;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.LoopStoppedException;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Takes up again what was stored and never became final: own submissions that a crash left behind, and transactions
/// for which this endorser gave a share to a gatherer that then fell silent.
///
/// Each round asks a committer first, so that only what has no final status goes on; what can no longer commit is
/// marked as expired; a bundle that was signed is published again byte by byte, the rest is checked and gathered anew.
/// The same ids make every repeat harmless: one of several bundles claims them.
public final class RecoveryRounds implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final int PAGES_MAX = 4;
    private static final int SHARES_MAX = 64;

    private final TransactionStore store;
    private final CommitterInquiry committer;
    private final EndorsingService checks;
    private final GatherLoop gathering;
    private final FollowedPosition ledger;
    private final Enrollments enrollments;
    private final GatherProperties.Recovery settings;
    private final GatherMetrics metrics;
    private final InstantSource clock;
    private final FaultHandler faults;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private boolean first = true;
    private long place;

    /// Collaborators of recovery.
    public record Sources(
            TransactionStore store,
            CommitterInquiry committer,
            EndorsingService checks,
            FollowedPosition ledger,
            Enrollments enrollments) {}

    public RecoveryRounds(
            String name,
            Sources sources,
            GatherLoop gathering,
            GatherProperties properties,
            GatherMetrics metrics,
            FaultHandler faults,
            InstantSource clock) {
        this.store = sources.store;
        this.committer = sources.committer;
        this.checks = sources.checks;
        this.ledger = sources.ledger;
        this.enrollments = sources.enrollments;
        this.gathering = gathering;
        this.settings = properties.recovery();
        this.metrics = metrics;
        this.faults = faults;
        this.clock = clock;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closing.await(pause().toMillis(), TimeUnit.MILLISECONDS)) {
                if (!enrollments.isCurrent(clock.millis())) {
                    continue;
                }
                try {
                    round();
                } catch (Failure failed) {
                    EndorserLog.recoveryFailed(String.valueOf(failed.getMessage()));
                }
            }
        } catch (InterruptedException | LoopStoppedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error bug) {
            faults.stopped(thread.getName(), bug);
        }
    }

    private Duration pause() {
        return first ? FIRST_PAUSE : settings.every();
    }

    private void round() throws InterruptedException {
        long nowMillis = clock.millis();
        LeftBehind own = LeftBehind.at(nowMillis, first ? Duration.ZERO : settings.ownAfter());
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            List<OpenTransaction> page = store.openOwn(own, place, settings.pageMax());
            if (page.isEmpty()) {
                place = 0;
                first = false;
                break;
            }
            place = page.getLast().place();
            takeUp(page);
        }
        LeftBehind others = LeftBehind.at(nowMillis, settings.othersAfter());
        for (TransactionStore.OpenShare share : store.openShares(others, SHARES_MAX)) {
            takeUp(share.transactions());
        }
    }

    private void takeUp(List<OpenTransaction> open) throws InterruptedException {
        OptionalLong height = OptionalLong.of(ledger.now().height());
        List<TransactionId> ids = open.stream().map(OpenTransaction::id).toList();
        Set<TransactionId> without;
        try {
            without = committer.settle(ids);
        } catch (Failure silent) {
            // Nobody can say what is final: everything goes on, nothing is called expired.
            without = Set.copyOf(ids);
            height = OptionalLong.empty();
        }
        List<TransactionId> expired = new ArrayList<>();
        List<OpenTransaction> unsigned = new ArrayList<>();
        Map<Bytes32, List<OpenTransaction>> signed = new LinkedHashMap<>();
        for (OpenTransaction transaction : open) {
            if (!without.contains(transaction.id())) {
                continue;
            }
            if (height.isPresent() && transaction.expiryHeight() < height.getAsLong()) {
                expired.add(transaction.id());
            } else if (transaction.bundle().isPresent()) {
                signed.computeIfAbsent(transaction.bundle().get(), _ -> new ArrayList<>())
                        .add(transaction);
            } else {
                unsigned.add(transaction);
            }
        }
        if (!expired.isEmpty()) {
            store.expire(expired, clock.millis());
            EndorserLog.expired(expired.size());
        }
        publishAgain(signed);
        gatherAgain(unsigned);
    }

    private void publishAgain(Map<Bytes32, List<OpenTransaction>> signed) throws InterruptedException {
        for (Map.Entry<Bytes32, List<OpenTransaction>> bundle : signed.entrySet()) {
            List<TransactionId> ids =
                    bundle.getValue().stream().map(OpenTransaction::id).toList();
            long expiryHeight = bundle.getValue().stream()
                    .mapToLong(OpenTransaction::expiryHeight)
                    .max()
                    .orElse(0);
            var stored = store.bundle(bundle.getKey(), ids);
            if (stored.isPresent()) {
                gathering.takeUp(new GatherEvent.Recovered(stored.get(), expiryHeight));
                metrics.recovered(ids.size());
                EndorserLog.takenUp(ids.size(), 1);
            }
        }
    }

    private void gatherAgain(List<OpenTransaction> unsigned) throws InterruptedException {
        if (unsigned.isEmpty()) {
            return;
        }
        List<Verdict> verdicts =
                checks.check(unsigned.stream().map(OpenTransaction::submission).toList(), clock.millis());
        List<AcceptedTransaction> accepted = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            if (verdict instanceof Verdict.Accepted(AcceptedTransaction transaction)) {
                accepted.add(transaction);
            }
        }
        for (List<AcceptedTransaction> parcel : parcels(accepted)) {
            gathering.takeUp(new GatherEvent.Submitted(EndorsementGatherer.NO_TICKET, parcel));
            metrics.recovered(parcel.size());
        }
        if (!accepted.isEmpty()) {
            EndorserLog.takenUp(accepted.size(), 0);
        }
    }

    /// Parts that fit one bundle each, by namespace, in the order of the store.
    private static List<List<AcceptedTransaction>> parcels(List<AcceptedTransaction> accepted) {
        List<List<AcceptedTransaction>> parcels = new ArrayList<>();
        accepted.stream()
                .collect(Collectors.groupingBy(AcceptedTransaction::namespace, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(ofNamespace -> {
                    List<AcceptedTransaction> parcel = new ArrayList<>();
                    for (AcceptedTransaction transaction : ofNamespace) {
                        parcel.add(transaction);
                        if (!BundleLimits.fit(parcel)) {
                            parcel.removeLast();
                            parcels.add(List.copyOf(parcel));
                            parcel.clear();
                            parcel.add(transaction);
                        }
                    }
                    if (!parcel.isEmpty()) {
                        parcels.add(List.copyOf(parcel));
                    }
                });
        return parcels;
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
    }
}
