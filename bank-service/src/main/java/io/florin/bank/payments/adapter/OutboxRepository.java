package io.florin.bank.payments.adapter;

import io.florin.runtime.api.ProgressTicket;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Signed transactions as rows, until they are final and after: read and written by sets, in the caller's database
/// transaction where it has one.
interface OutboxRepository {

    /// New ones, in the order of making.
    void insert(List<OutboxTransaction> made);

    /// The first of what is due, held until the database transaction ends, but for what somebody else holds: that is
    /// being ended.
    ///
    /// A later stage only when nothing of an earlier one of its plan is open, and inside a stage nothing before what
    /// waits for the auditor. Payments come before what is of files, and in both the wallets take turns: the first
    /// transaction of each, then the second of each. The splits of a plan are one turn and stay together in their
    /// order.
    Due due(Instant now, int limit);

    /// @param rows in the order in which they go
    /// @param more whether others may be due behind them
    record Due(List<OutboxTransaction> rows, boolean more) {}

    /// Marks those that are held as sent.
    ///
    /// @param next when they go again, if the ledger has said nothing of them
    void claim(Collection<OutboxTransaction> held, Instant next, String trace, ProgressTicket ticket);

    /// Time of the next attempt that is not due yet.
    Optional<Instant> nextAttempt(Instant now);

    /// Of files, sent and not final.
    int filesUnderWay();

    /// Due, but for the auditor's approval.
    List<OutboxTransaction> lackingAudit(Instant now, int limit);

    Optional<OutboxTransaction> find(byte[] transaction);

    /// Those of these transactions that are open, in the order of making.
    List<OpenTransaction> openOf(Collection<byte[]> transactions);

    /// Open ones that no block from this height on can hold, in the order of making.
    List<OpenTransaction> expiredAt(long height);

    /// Later stages of a plan that no endorser has seen, held.
    List<OpenTransaction> unsentOf(Collection<UUID> plans);

    /// @param seqs places in the order of making
    /// @return how many of them were open
    int finish(Collection<Long> seqs);

    /// Signed for payments before it, and never sent: what is sent is marked so before it leaves. Held, but for what
    /// somebody else holds.
    List<OpenTransaction> neverSentSince(Instant since, int limit);

    int postpone(Collection<byte[]> transactions, Instant next);

    /// @return how many were put off until after the time
    int recall(Instant now, Instant beyond);

    /// No endorser has taken them: they count as never sent.
    int untouched(Collection<byte[]> transactions, Instant next);

    /// @param approval as [OutboxTransaction#encoded]
    int audited(byte[] transaction, byte[] approval);

    long countOpen();
}
