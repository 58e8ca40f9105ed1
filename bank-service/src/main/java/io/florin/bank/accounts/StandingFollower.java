package io.florin.bank.accounts;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RecordSequence;
import io.florin.ledger.enrollment.RecordSequence.Fault;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.chain.RecordPage;
import io.florin.runtime.loop.BackgroundLoop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows registration's records, page by page, and keeps the standing of this bank's wallets as the records say. One
/// call asks for all wallets, and names none.
///
/// Records are applied once no more are there for the moment: an owner suspended and reinstated while the bank was
/// away is not suspended on the way. A record out of its order, or that is not registration's, changes
/// nothing: the same place is asked for again until the right one comes. One thread drives it.
public final class StandingFollower {

    private static final Logger LOG = LoggerFactory.getLogger(StandingFollower.class);

    /// Time for which registration may keep a question until there is a record.
    private static final Duration AWAIT_RECORDS = Duration.ofSeconds(4);

    private final RegistrationInternalApi registration;
    private final Book book;
    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final int participant;
    private final Consumer<Fault> refusals;
    private final AtomicLong applied = new AtomicLong();
    private final Map<OwnerKey, Standing> changed = new LinkedHashMap<>();
    private @Nullable RecordSequence sequence;
    private Position stored = Position.START;
    private long refusedAt = -1;

    /// @param participant this bank, whose wallets' records are kept
    /// @param refusals is told of each record that is refused
    StandingFollower(
            RegistrationInternalApi registration,
            Book book,
            NetworkId network,
            Bytes32 registrationKey,
            int participant,
            Consumer<Fault> refusals) {
        this.registration = registration;
        this.book = book;
        this.network = network;
        this.registrationKey = registrationKey;
        this.participant = participant;
        this.refusals = refusals;
    }

    /// Store of standings.
    interface Book {

        Position position();

        /// Keeps the standings and moves the position, all or nothing.
        ///
        /// @param before where the position is
        /// @return false where the position is another one, and nothing is kept
        boolean apply(Position before, Position after, Map<OwnerKey, Standing> changed);
    }

    /// Takes a page of records.
    ///
    /// @return how many were taken; after 0 there is nothing to do for a while
    /// @throws RestClientException when registration does not answer
    /// @throws IllegalStateException when what it answers is refused
    public int step() {
        RecordSequence following = following();
        long before = following.position().sequence();
        RecordPage page = BackgroundLoop.asking(
                () -> RecordPage.after(after -> registration.recordsAwaited(after, AWAIT_RECORDS.toMillis()), before));
        @Nullable Fault fault = take(following, page);
        int taken = Math.toIntExact(following.position().sequence() - before);
        if (taken < RegistrationInternalApi.RECORDS_MAX) {
            store(following.position());
        }
        if (fault != null) {
            refuse(fault, following.position().sequence());
        }
        return taken;
    }

    /// The number of the last record that is applied.
    long applied() {
        return applied.get();
    }

    private RecordSequence following() {
        RecordSequence known = sequence;
        if (known == null) {
            stored = book.position();
            applied.set(stored.sequence());
            changed.clear();
            known = new RecordSequence(network, registrationKey, stored);
            sequence = known;
        }
        return known;
    }

    /// @return why the page was not taken to its end, if it was not
    private @Nullable Fault take(RecordSequence following, RecordPage page) {
        for (Bytes encoded : page.records()) {
            switch (following.take(encoded)) {
                case Verdict.Next(RegistrationRecord record) -> note(record);
                case Verdict.Repeated() -> {}
                case Verdict.Refused(Fault fault) -> {
                    return fault;
                }
            }
        }
        return page.whole() ? null : Fault.UNREADABLE;
    }

    private void note(RegistrationRecord record) {
        if (record.event() instanceof EnrollmentChanged enrollment && enrollment.participant() == participant) {
            changed.put(enrollment.owner(), enrollment.standing());
        }
    }

    private void store(Position reached) {
        if (reached.sequence() == stored.sequence()) {
            return;
        }
        if (!book.apply(stored, reached, changed)) {
            sequence = null;
            throw new IllegalStateException("the position of registration's records is not where it was left");
        }
        stored = reached;
        applied.set(reached.sequence());
        changed.clear();
    }

    private void refuse(Fault fault, long after) {
        refusals.accept(fault);
        if (refusedAt != after) {
            refusedAt = after;
            LOG.error("registration gives a record that is refused: fault={} after={}", fault, after);
        }
        throw new IllegalStateException("registration's records are refused: " + fault + " after " + after);
    }
}
