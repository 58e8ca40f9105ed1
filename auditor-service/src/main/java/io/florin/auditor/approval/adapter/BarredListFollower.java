package io.florin.auditor.approval.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.approval.BarredList;
import io.florin.auditor.approval.BarredWatch;
import io.florin.auditor.approval.BarredWatch.Asked;
import io.florin.auditor.approval.BarredWatch.Verdict;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.client.RestClientException;

/// Follows registration's list of barred enrollments, where a currency that hides something is actively audited: at
/// intervals, and before a decision whenever a record of registration has come since. It stands in memory only; after a
/// start nothing is signed off before it was fetched.
///
/// A list is not replaced while a decision is being made by it ([#deciding]): what is stored as approved after a list
/// was taken was decided by that list or a later one.
final class BarredListFollower implements SmartLifecycle {
    private static final int TRIES = 3;
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 200;

    private final BarredWatch watch;
    private final Edge edge;
    private final EventLoop<Tick> loop;
    private final ReentrantLock fetching = new ReentrantLock();
    private final ReentrantReadWriteLock decisions = new ReentrantReadWriteLock();
    private long failedMillis;
    private volatile boolean running;

    /// Collaborators of following the list.
    ///
    /// @param registration empty where its address is not configured
    record Edge(
            String name,
            Optional<BarredInternalApi> registration,
            ReplayPosition ledger,
            EnrolledOwners directory,
            FaultHandler faults,
            InstantSource clock) {}

    private record Tick() {}

    BarredListFollower(BarredWatch watch, Edge edge, Duration poll) {
        this.watch = watch;
        this.edge = edge;
        this.loop = EventLoop.ticking(
                edge.name() + "-barred",
                1,
                _ -> poll(),
                edge.faults(),
                new EventLoop.Ticks<>(poll, edge.clock(), _ -> new Tick()));
    }

    /// The list to decide by now; empty when there is none that is new enough.
    Optional<BarredList> current() {
        return watch.current(edge.clock().millis(), edge.directory().lastSequence());
    }

    /// Whether any currency is hidden and actively audited.
    boolean isNeeded() {
        return edge.ledger().configuration().namespaces().stream()
                .anyMatch(namespace -> namespace.hidden().isPresent() && namespace.auditPolicy() != AuditPolicy.NEVER);
    }

    /// Makes a decision by one list.
    <T> T deciding(Supplier<T> decision) {
        decisions.readLock().lock();
        try {
            return decision.get();
        } finally {
            decisions.readLock().unlock();
        }
    }

    /// Fetches the list unless the one that is held is new enough. Not to be called within [#deciding].
    void catchUp() {
        if (isNeeded() && current().isEmpty()) {
            fetching.lock();
            try {
                boolean justFailed = edge.clock().millis() - failedMillis < PAUSE_AFTER_FAILURE_MILLIS;
                if (current().isEmpty() && !justFailed) {
                    fetch();
                }
            } finally {
                fetching.unlock();
            }
        }
    }

    private void poll() {
        if (isNeeded()) {
            fetching.lock();
            try {
                fetch();
            } finally {
                fetching.unlock();
            }
        }
    }

    private void fetch() {
        if (edge.registration().isEmpty()) {
            return;
        }
        try {
            Verdict verdict = Verdict.INCOMPLETE;
            for (int i = 0; i < TRIES && verdict == Verdict.INCOMPLETE; i++) {
                verdict = fetch(edge.registration().get());
            }
            if (verdict != Verdict.TAKEN) {
                failed(verdict.name());
            }
        } catch (RestClientException | IllegalArgumentException silent) {
            failed(OutboundCalls.reason(silent));
        }
    }

    private void failed(String reason) {
        failedMillis = edge.clock().millis();
        AuditorLog.barredListMissing(reason);
    }

    private Verdict fetch(BarredInternalApi registration) {
        Asked asked = new Asked(edge.clock().millis(), edge.directory().lastSequence());
        BarredHead head = registration.head();
        if (head == null) {
            throw new IllegalArgumentException("an answer with nothing in it");
        }
        if (watch.knows(head)) {
            return watch.confirm(head, asked);
        }
        List<BarredEnrollment> entries = pages(registration, head.count());
        decisions.writeLock().lock();
        try {
            return watch.take(head, entries, asked);
        } finally {
            decisions.writeLock().unlock();
        }
    }

    private static List<BarredEnrollment> pages(BarredInternalApi registration, long count) {
        List<BarredEnrollment> entries = new ArrayList<>();
        String after = "";
        while (entries.size() < count) {
            List<BarredEnrollment> page = registration.page(after);
            if (page == null || page.size() > BarredInternalApi.PAGE_MAX) {
                throw new IllegalArgumentException("a page that is none");
            }
            if (page.isEmpty()) {
                break;
            }
            for (BarredEnrollment entry : page) {
                if (entry == null || entry.eid() == null || entry.standing() == null) {
                    throw new IllegalArgumentException("an entry with nothing in it");
                }
                if (entry.eid().compareTo(after) <= 0) {
                    throw new IllegalArgumentException("entries ascend");
                }
                entries.add(entry);
                after = entry.eid();
            }
        }
        return entries;
    }

    @Override
    public void start() {
        running = true;
        loop.start();
    }

    @Override
    public void stop() {
        running = false;
        loop.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
