package io.florin.auditor.status.adapter;

import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.Past;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.StoredResults;
import io.florin.auditor.status.CheckpointJoin;
import io.florin.auditor.status.CheckpointJoin.Joined;
import io.florin.auditor.status.CommitterClaim;
import io.florin.auditor.status.Difference;
import io.florin.crypto.Bytes;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/// The one writer of the join of committers' checkpoints with the own ones. What it learns is in memory and learnt anew
/// at each start; differences are recorded as incidents with the committer's signed bytes as evidence.
public final class CheckpointReconciler implements BlockObserver<List<Joined>> {
    private static final Metrics NAMES = new Metrics("auditor");
    private static final int RECENT_MAX = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, List<TransactionOutcome>> recent = new LinkedHashMap<>();
    private final Queue<Joined> unrecorded = new ConcurrentLinkedQueue<>();
    private final StoredResults results;
    private final IncidentLog incidents;
    private final InstantSource clock;
    private final CheckpointJoin join;
    private final Counter differences;
    private final Counter untrusted;
    private NetworkConfiguration configuration;
    private volatile long replayedThrough;
    private volatile long agreedThrough;
    private volatile long firstDifference;
    private volatile long firstPublicDifference;
    private volatile long agreedMillis;
    private volatile int certifiers;

    public CheckpointReconciler(
            Genesis genesis,
            StoredResults results,
            IncidentLog incidents,
            MeterRegistry registry,
            InstantSource clock) {
        this.results = results;
        this.incidents = incidents;
        this.clock = clock;
        this.configuration = genesis.configuration();
        this.certifiers = certifiers(configuration);
        this.join = new CheckpointJoin(genesis.networkId(), 10_000, this::ownOutcomes);
        this.differences = registry.counter(NAMES.name("status", "differences"));
        this.untrusted = registry.counter(NAMES.name("status", "untrusted"));
        this.agreedMillis = clock.millis();
    }

    @Override
    public List<Joined> replayed(ReplayedBlock block, ReplayState state) {
        lock.lock();
        try {
            if (agreedThrough == replayedThrough) {
                agreedMillis = clock.millis();
            }
            recent.put(block.number(), block.outcomes());
            if (recent.size() > RECENT_MAX) {
                recent.remove(recent.keySet().iterator().next());
            }
            for (var change : block.committed()) {
                configuration = change.transaction().newConfiguration().orElse(configuration);
            }
            certifiers = certifiers(configuration);
            List<Joined> joined = join.replayed(block);
            replayedThrough = block.number();
            publish();
            return joined;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(List<List<Joined>> left) {
        left.forEach(joined -> joined.forEach(found -> record(found, "waiting")));
    }

    @Override
    public String observerName() {
        return "status";
    }

    /// Nothing: what committers say is learnt anew at each start.
    @Override
    public Bytes memory() {
        return Bytes.EMPTY;
    }

    @Override
    public Runnable resume(Bytes memory, Past past) {
        return () -> {
            lock.lock();
            try {
                configuration = past.configuration(past.height() + 1);
                certifiers = certifiers(configuration);
                unrecorded.addAll(join.resumed(past));
                replayedThrough = past.height();
                agreedMillis = clock.millis();
                publish();
            } finally {
                lock.unlock();
            }
        };
    }

    /// Records what claims have turned out to be that came before a snapshot was gone on from. May be repeated.
    void recordResumed() {
        for (Joined found = unrecorded.peek(); found != null; found = unrecorded.peek()) {
            record(found, "waiting");
            unrecorded.remove();
        }
    }

    /// A committer's claim from anywhere.
    ///
    /// @param where it came from, for the record of an untrusted one
    Joined take(CommitterClaim claim, String where) {
        Joined joined;
        lock.lock();
        try {
            joined = join.on(claim, configuration);
            publish();
        } finally {
            lock.unlock();
        }
        record(joined, where);
        return joined;
    }

    /// Bytes under the committers' topic that are no statuses or not those of their checkpoint.
    void refuse(String where, String reason) {
        record(new Joined.Untrusted(reason), where);
    }

    private void record(Joined joined, String where) {
        switch (joined) {
            case Joined.Agrees _, Joined.Waits _ -> {}
            case Joined.Untrusted(String reason) -> {
                untrusted.increment();
                incidents.report(Incident.of(
                        IncidentKind.UNTRUSTED_STATUSES,
                        IncidentKind.UNTRUSTED_STATUSES + ":" + where,
                        0,
                        where,
                        reason));
            }
            case Joined.Differs(Difference difference, CommitterClaim claim, boolean follows) -> {
                differences.increment();
                if (difference.index() == Incident.NO_INDEX && follows) {
                    return;
                }
                incidents.report(new Incident(
                        IncidentKind.COMMITTER_DIFFERS,
                        IncidentKind.COMMITTER_DIFFERS + ":" + claim.committer() + ":" + difference.block()
                                + claim.listener().map(peer -> ":" + peer).orElse(""),
                        difference.block(),
                        difference.index(),
                        difference.transaction(),
                        "committer " + (claim.committer() + 1)
                                + claim.listener().map(peer -> " to " + peer).orElse("") + ": " + difference.detail(),
                        claim.evidence()));
            }
        }
    }

    private List<TransactionOutcome> ownOutcomes(long block) {
        List<TransactionOutcome> near = recent.get(block);
        return near != null ? near : results.outcomes(block).orElse(List.of());
    }

    private void publish() {
        if (join.agreedThrough() > agreedThrough) {
            agreedMillis = clock.millis();
        }
        agreedThrough = join.agreedThrough();
        firstDifference = join.firstDifference();
        firstPublicDifference = join.firstPublicDifference();
    }

    /// True when enough committers, g+1 of them, signed the auditor's own state hash of this block.
    public boolean agreed(long block) {
        lock.lock();
        try {
            return join.agreed(block);
        } finally {
            lock.unlock();
        }
    }

    /// All blocks up to this one are agreed.
    public long agreedThrough() {
        return agreedThrough;
    }

    /// The first block that a committer signed otherwise, 0 when there is none.
    public long firstDifference() {
        return firstDifference;
    }

    long replayedThrough() {
        return replayedThrough;
    }

    /// The largest id of a certifier who has a share of the newest key of some currency, as the ledger says; 0 when no
    /// currency has certifiers. Their ids are the indexes of their shares, from 1.
    int certifiers() {
        return certifiers;
    }

    private static int certifiers(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .flatMap(namespace -> namespace.hidden().stream())
                .map(HiddenCurrency::certifiers)
                .filter(groups -> !groups.isEmpty())
                .mapToInt(groups -> groups.getLast().verificationKeys().size())
                .max()
                .orElse(0);
    }

    /// Time that the first block without agreement has waited for a public word of it; 0 when there is none, or when
    /// the word was a different one. What only certifiers were told does not end the silence.
    long silentMillis() {
        boolean nothingToSay = agreedThrough >= replayedThrough || firstPublicDifference == agreedThrough + 1;
        return nothingToSay ? 0 : clock.millis() - agreedMillis;
    }

    /// No committer has said anything of this block for too long.
    void missing(long block) {
        incidents.report(Incident.of(
                IncidentKind.STATUSES_MISSING,
                IncidentKind.STATUSES_MISSING + ":" + block,
                block,
                "settlement.statuses",
                "no committer's result of block " + block));
    }

    double differenceCount() {
        return differences.count();
    }

    double untrustedCount() {
        return untrusted.count();
    }
}
