package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.doubles.api.Unasked;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Rows of payments that nobody should ask for; tests override what is asked of them.
class UnaskedPayments implements PaymentRepository {
    @Override
    public void insert(List<Payment> accepted, Instant acceptedAt) {
        throw new Unasked("insert");
    }

    @Override
    public void save(Collection<Payment> changed) {
        throw new Unasked("save");
    }

    @Override
    public List<Long> walletsWithAccepted() {
        throw new Unasked("walletsWithAccepted");
    }

    @Override
    public List<Outlook> outlooks(Collection<Long> wallets, Instant now, Instant patience) {
        throw new Unasked("outlooks");
    }

    @Override
    public List<Payment> accepted(Collection<Long> wallets, boolean lines, Instant now, int limit) {
        throw new Unasked("accepted");
    }

    @Override
    public List<Payment> plannable(long wallet, Instant now, Instant patience, int limit) {
        throw new Unasked("plannable");
    }

    @Override
    public int recall(Instant now, Instant beyond) {
        throw new Unasked("recall");
    }

    @Override
    public int submitted(List<Signed> signed, Instant now) {
        throw new Unasked("submitted");
    }

    @Override
    public int prepared(Collection<UUID> ids, byte[] transaction, int output, Instant now) {
        throw new Unasked("prepared");
    }

    @Override
    public int splitsSettled(Collection<byte[]> transactions, Instant now) {
        throw new Unasked("splitsSettled");
    }

    @Override
    public List<Payment> preparedBy(Collection<byte[]> transactions) {
        throw new Unasked("preparedBy");
    }

    @Override
    public List<Payment> waitingSince(Instant since, int limit) {
        throw new Unasked("waitingSince");
    }

    @Override
    public List<Long> walletsWithDue(boolean lines, LocalDate today, int limit) {
        throw new Unasked("walletsWithDue");
    }

    @Override
    public List<Payment> due(long wallet, boolean lines, LocalDate today, int limit) {
        throw new Unasked("due");
    }

    @Override
    public Optional<Payment> held(UUID id) {
        throw new Unasked("held");
    }

    @Override
    public List<Payment> waitingOfFile(UUID file, LocalDate today) {
        throw new Unasked("waitingOfFile");
    }

    @Override
    public boolean existsByFileIdAndState(UUID file, PaymentState state) {
        throw new Unasked("existsByFileIdAndState");
    }

    @Override
    public @Nullable Instant oldestWaiting() {
        throw new Unasked("oldestWaiting");
    }

    @Override
    public List<Payment> findByIdIn(Collection<UUID> ids) {
        throw new Unasked("findByIdIn");
    }

    @Override
    public List<Payment> findByTransactionIdIn(Collection<byte[]> transactions) {
        throw new Unasked("findByTransactionIdIn");
    }

    @Override
    public List<Payment> findByFileIdOrderByLine(UUID file) {
        throw new Unasked("findByFileIdOrderByLine");
    }

    @Override
    public List<Payment> findBySeqIn(Collection<Long> seqs) {
        throw new Unasked("findBySeqIn");
    }

    @Override
    public List<PaymentView> viewsOf(Collection<UUID> ids) {
        throw new Unasked("viewsOf");
    }

    @Override
    public List<PaymentView> viewsByUetr(String uetr) {
        throw new Unasked("viewsByUetr");
    }

    @Override
    public List<CarriedPayment> carriedBy(Collection<byte[]> transactions) {
        throw new Unasked("carriedBy");
    }

    @Override
    public int settled(Collection<UUID> ids, long block, Instant at) {
        throw new Unasked("settled");
    }

    @Override
    public List<String> twoTracesOf(Collection<UUID> plans) {
        throw new Unasked("twoTracesOf");
    }

    @Override
    public Map<PaymentState, Long> countByState() {
        throw new Unasked("countByState");
    }

    @Override
    public long openAlone(long max) {
        throw new Unasked("openAlone");
    }
}
