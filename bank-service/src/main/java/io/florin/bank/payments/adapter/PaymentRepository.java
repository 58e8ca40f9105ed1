package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Payments as rows: read and written by sets, in the caller's database transaction where it has one. What is read is a
/// copy; what was done to it is kept by [#save].
interface PaymentRepository {

    /// New ones, in the order of acceptance.
    ///
    /// @param acceptedAt when all of them were
    void insert(List<Payment> accepted, Instant acceptedAt);

    /// Keeps what was done to payments that were read in this database transaction.
    ///
    /// @throws org.springframework.dao.OptimisticLockingFailureException when somebody else changed one since
    void save(Collection<Payment> changed);

    /// In ascending order.
    List<Long> walletsWithAccepted();

    /// Accepted payments of a wallet that may be planned, and the time when there will be more.
    ///
    /// @param singles that came by themselves
    /// @param lines that came with files
    /// @param nextPlan when the next one may be planned
    /// @param prepared when the oldest token was made that is still waited for
    /// @param underWay transactions that pay others of its payments and are not final
    record Outlook(
            long wallet,
            long singles,
            long lines,
            @Nullable Instant nextPlan,
            @Nullable Instant prepared,
            int underWay) {
        static Outlook none(long wallet) {
            return new Outlook(wallet, 0, 0, null, null, 0);
        }

        Optional<Instant> next() {
            return Optional.ofNullable(nextPlan);
        }
    }

    /// Of those that have open payments.
    ///
    /// @param patience payments whose split settled before it wait for no certification
    List<Outlook> outlooks(Collection<Long> wallets, Instant now, Instant patience);

    /// @param lines whether those that came with files are asked for, or the others
    List<Payment> accepted(Collection<Long> wallets, boolean lines, Instant now, int limit);

    /// Payments that the wallet can pay, single ones before the lines of files, without those whose token is on its
    /// way: made by a split that is not final, or not certified yet.
    ///
    /// @param patience payments whose split settled before it wait for no certification
    List<Payment> plannable(long wallet, Instant now, Instant patience, int limit);

    /// @return how many were put off until after the time
    int recall(Instant now, Instant beyond);

    /// Place of a payment in the transaction that pays it.
    ///
    /// @param transaction id, 32 bytes
    /// @param output place among its outputs
    @SuppressWarnings("ArrayRecordComponent")
    record Signed(UUID payment, byte[] transaction, int output) {}

    /// @return how many of them were still to be planned
    int submitted(List<Signed> signed, Instant now);

    /// They wait for the token that the transaction makes for them.
    ///
    /// @return how many of them are still to be planned
    int prepared(Collection<UUID> ids, byte[] transaction, int output, Instant now);

    /// The certification of what these transactions made for payments begins.
    int splitsSettled(Collection<byte[]> transactions, Instant now);

    /// Accepted, for which these transactions were to make tokens.
    List<Payment> preparedBy(Collection<byte[]> transactions);

    /// Payments that were accepted, or became plannable again, before a time and are not signed: no transaction that
    /// could still commit carries one. They are held, but for those that somebody else holds.
    List<Payment> waitingSince(Instant since, int limit);

    /// Wallets with payments whose day has come, in ascending order.
    ///
    /// @param lines whether those that came with files are asked for, or the others
    List<Long> walletsWithDue(boolean lines, LocalDate today, int limit);

    /// The wallet's payments whose day has come, held; without those that somebody else holds.
    List<Payment> due(long wallet, boolean lines, LocalDate today, int limit);

    /// Held until the database transaction ends.
    Optional<Payment> held(UUID id);

    /// Payments of a file whose day has not come, held.
    List<Payment> waitingOfFile(UUID file, LocalDate today);

    boolean existsByFileIdAndState(UUID file, PaymentState state);

    /// Acceptance of the payment that waits for longest, or the time to which it was put off.
    @Nullable
    Instant oldestWaiting();

    List<Payment> findByIdIn(Collection<UUID> ids);

    List<Payment> findByTransactionIdIn(Collection<byte[]> transactions);

    List<Payment> findByFileIdOrderByLine(UUID file);

    /// By their place in the order of acceptance.
    List<Payment> findBySeqIn(Collection<Long> seqs);

    /// With the traces of the submissions that carried them, in any order.
    List<PaymentView> viewsOf(Collection<UUID> ids);

    /// The same of all that have the UETR, in the order of acceptance.
    List<PaymentView> viewsByUetr(String uetr);

    /// Payments that these transactions carry, as their ends see them.
    List<CarriedPayment> carriedBy(Collection<byte[]> transactions);

    /// A payment ends once: those that have ended stay as they are.
    ///
    /// @return how many of them are settled now
    int settled(Collection<UUID> ids, long block, Instant at);

    /// Traces of the payments that these plans carry and that are not final; two are enough to know that it is not one.
    List<String> twoTracesOf(Collection<UUID> plans);

    /// Number of payments in each state.
    Map<PaymentState, Long> countByState();

    /// Number of those that came by themselves and are accepted and not final, counted up to a bound.
    long openAlone(long max);
}
