package io.florin.auditor.auditlog.adapter;

import io.florin.auditor.auditlog.LogChain;
import io.florin.auditor.auditlog.LogChain.Breach;
import io.florin.auditor.auditlog.LogCheck;
import io.florin.auditor.auditlog.LogHash;
import io.florin.auditor.auditlog.LogRow;
import io.florin.auditor.protocol.AuditLog;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Invariant;
import io.florin.runtime.identity.NodeIdentity;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The log in the database. Appending locks the head until the caller's transaction ends, so numbers have no gap.
public final class LogBook implements AuditLog {
    private static final Logger log = LoggerFactory.getLogger(LogBook.class);
    private static final int PAGE_MAX = 500;
    private static final int DETAIL_MAX = 500;

    private final LogRepository rows;
    private final LogHeadRepository heads;
    private final TransactionTemplate snapshot;
    private final NodeIdentity node;
    private final InstantSource clock;
    private final AtomicLong remembered = new AtomicLong();
    private volatile LogCheck last = LogCheck.intact(0);

    LogBook(
            LogRepository rows,
            LogHeadRepository heads,
            PlatformTransactionManager manager,
            NodeIdentity node,
            InstantSource clock) {
        this.rows = rows;
        this.heads = heads;
        this.snapshot = new TransactionTemplate(manager);
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.node = node;
        this.clock = clock;
    }

    @Override
    public void append(String actor, String action, String subject, String detail) {
        Invariant.check(
                TransactionSynchronizationManager.isActualTransactionActive(),
                "an entry of the log is written with what it is about");
        LogHeadEntity head = heads.lockedHead().orElseThrow();
        LogChain.Head before = head.head();
        Bytes32 previous = before.lastSequence() == 0 ? LogHash.first(node.networkId()) : before.lastHash();
        LogRow unhashed = new LogRow(
                before.lastSequence() + 1,
                clock.millis(),
                actor,
                action,
                subject,
                detail.length() > DETAIL_MAX ? detail.substring(0, DETAIL_MAX) : detail,
                previous,
                Bytes32.ZERO);
        Bytes32 hash = LogHash.next(previous, unhashed);
        rows.save(new LogEntity(new LogRow(
                unhashed.sequence(),
                unhashed.atMillis(),
                unhashed.actor(),
                unhashed.action(),
                unhashed.subject(),
                unhashed.detail(),
                previous,
                hash)));
        byte[] message = LogHash.headMessage(node.networkId(), unhashed.sequence(), hash);
        head.moveTo(unhashed.sequence(), hash, node.key().sign(message));
    }

    /// Newest first.
    List<LogEntity> before(long before, int limit) {
        return rows.findBySequenceLessThanOrderBySequenceDesc(before, Limit.of(Math.clamp(limit, 1, PAGE_MAX)));
    }

    /// Reads the whole log in one snapshot and checks it.
    public LogCheck checkNow() {
        LogCheck found = snapshot.execute(_ -> check());
        if (!found.intact() && last.intact()) {
            log.error("log of decisions is broken: entry={}", found.brokenAt());
        }
        last = found;
        return found;
    }

    public LogCheck last() {
        return last;
    }

    private LogCheck check() {
        LogChain chain = new LogChain(node.networkId());
        List<LogEntity> page = after(0);
        while (!page.isEmpty()) {
            for (LogEntity row : page) {
                Optional<Breach> breach = chain.next(row.row());
                if (breach.isPresent()) {
                    return LogCheck.broken(chain.checkedThrough(), breach.get());
                }
            }
            page = after(page.getLast().getSequence());
        }
        Optional<LogHeadEntity> head = heads.findById(LogHeadEntity.ONLY);
        if (head.isEmpty()) {
            return LogCheck.broken(chain.checkedThrough(), new Breach(1, "the head is missing"));
        }
        Optional<Breach> breach = chain.end(head.get().head(), node.key().publicKey(), remembered.get());
        if (breach.isPresent()) {
            return LogCheck.broken(chain.checkedThrough(), breach.get());
        }
        remembered.accumulateAndGet(chain.checkedThrough(), Math::max);
        return LogCheck.intact(chain.checkedThrough());
    }

    private List<LogEntity> after(long sequence) {
        return rows.findBySequenceGreaterThanOrderBySequence(sequence, Limit.of(PAGE_MAX));
    }
}
