package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentState;
import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.loop.WakeSignal;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.payment.LedgerView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.OptimisticLockingFailureException;

/// What a block's statuses do to payments whose tokens are being made.
class PaymentsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final TestNetwork network = new TestNetwork(5);
    private final List<String> told = new ArrayList<>();
    private final List<PaymentOutcome> outcomes = new ArrayList<>();
    private int endedMeanwhile;

    private OutboxTransaction split() {
        var key = network.newKey();
        var token = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(key, 100));
        var header = new LedgerView(
                        network.networkId(),
                        TestNetwork.CURRENCY,
                        1,
                        1,
                        7,
                        network.configuration().limits())
                .header(network.random());
        var transfer = network.transfer(header, List.of(key), List.of(token), List.of(TestNetwork.token(key, 100)));
        return new OutboxTransaction(transfer, new OutboxTransaction.Order(1, false), false, new UUID(1, 1), 0, NOON);
    }

    private void end(OutboxTransaction sent, TransactionStatus status) {
        end(sent, status, List.of());
    }

    private void end(OutboxTransaction sent, TransactionStatus status, List<Payment> carried) {
        PaymentRepository payments = new CarriedPayments(carried);
        OutboxRepository outgoing = new OpenOutbox(sent);
        Instant later = NOON.plus(Duration.ofMinutes(3));
        Holdings holdings = new UnaskedHoldings() {
            @Override
            public void release(Collection<TransactionId> transactions) {}
        };
        new Payments(
                        payments,
                        outgoing,
                        new UnaskedWallets(),
                        holdings,
                        new Payments.Limits(
                                network::configuration,
                                () -> Amount.of(Long.MAX_VALUE),
                                new UnaskedLimits(),
                                PaymentGate.OPEN,
                                new ExecutionDates(ZoneOffset.UTC, 90)),
                        List.of(outcomes::add),
                        new Payments.Sources(
                                () -> later,
                                () -> new UUID(2, 2),
                                new MemoryUetrs(),
                                Duration.ZERO,
                                new ChangeMailbox(new WakeSignal())))
                .onBlock(9, List.of(new FinalStatus(sent.transactionId(), status)));
    }

    private static CarriedPayment carried(Payment payment) {
        return new CarriedPayment(
                payment.id(),
                payment.transaction().orElseThrow().toArray(),
                payment.state(),
                payment.wallet(),
                payment.payeeAccount(),
                payment.amount().minorUnits(),
                "PAYMENT");
    }

    private static String ids(Collection<byte[]> ids) {
        return ids.stream().map(id -> Bytes.of(id).toHex()).toList().toString();
    }

    private Payment carriedBy(OutboxTransaction sent) {
        PaymentOrder order = new PaymentOrder(
                1,
                new PayTo.Open(new WalletAddress(
                        new OwnerKey(network.newKey().publicKey()),
                        X25519KeyPair.fromSeed(network.newBytes(32)).publicKey())),
                "Payee",
                "account",
                Amount.of(5),
                "E",
                "",
                "",
                PaymentOrder.Purpose.PAYMENT,
                null,
                null);
        Payment payment = new Payment(new UUID(3, 3), order, "", NOON);
        payment.submitted(sent.transactionId(), 0, NOON);
        return payment;
    }

    /// A transaction of payments is no split, and the block in which it cannot commit is followed.
    @Test
    void whatATransactionThatFailedCarriedIsPlannedAgain() {
        OutboxTransaction sent = split();
        Payment payment = carriedBy(sent);
        end(sent, TransactionStatus.ABORTED_EXPIRED, List.of(payment));
        assertThat(payment.state()).isEqualTo(PaymentState.ACCEPTED);
        assertThat(told).isEmpty();
        assertThat(outcomes).isEmpty();
    }

    @Test
    void whatACommittedTransactionCarriedIsSettled() {
        OutboxTransaction sent = split();
        Payment payment = carriedBy(sent);
        end(sent, TransactionStatus.COMMITTED, List.of(payment));
        assertThat(told).containsExactly("paid [" + payment.id() + "] 9");
        assertThat(outcomes)
                .containsExactly(
                        new PaymentOutcome(payment.id(), 1, "account", 5, "PAYMENT", PaymentState.SETTLED, ""));
    }

    /// A statement has room for 65,535 values, and a block may end more payments than that.
    @Test
    void manyAreSettledInParts() {
        OutboxTransaction sent = split();
        end(sent, TransactionStatus.COMMITTED, Collections.nCopies(1_001, carriedBy(sent)));
        assertThat(told).hasSize(2);
        assertThat(outcomes).hasSize(1_001);
    }

    /// Nobody is told, and the block is followed again.
    @Test
    void whatSomebodyElseEndsMeanwhileIsNotSettled() {
        OutboxTransaction sent = split();
        endedMeanwhile = 1;
        assertThatThrownBy(() -> end(sent, TransactionStatus.COMMITTED, List.of(carriedBy(sent))))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(outcomes).isEmpty();
    }

    /// Its money has moved although its payer was told that it would not: the bank stops at this block.
    @Test
    void whatCommitsAfterItWasRejectedStopsTheBank() {
        OutboxTransaction sent = split();
        Payment payment = carriedBy(sent);
        payment.rejected("reason", NOON);
        assertThatThrownBy(() -> end(sent, TransactionStatus.COMMITTED, List.of(payment)))
                .isInstanceOf(Invariant.Broken.class);
        assertThat(told).isEmpty();
    }

    /// It takes a while to settle, which is no fault of the certifiers.
    @Test
    void certificationIsWaitedForFromTheSplitsSettlement() {
        OutboxTransaction split = split();
        end(split, TransactionStatus.COMMITTED);
        assertThat(told).containsExactly("settled [" + split.transactionId().toHex() + "] 2026-03-01T12:03:00Z");
    }

    @Test
    void whatASplitThatFailedWasForIsPlannedAgain() {
        OutboxTransaction split = split();
        end(split, TransactionStatus.ABORTED_EXPIRED);
        assertThat(told).containsExactly("failed [" + split.transactionId().toHex() + "]");
    }

    /// Payments of the one transaction, which tell what becomes of them.
    private final class CarriedPayments extends UnaskedPayments {
        private final List<Payment> carried;

        CarriedPayments(List<Payment> carried) {
            this.carried = carried;
        }

        @Override
        public List<CarriedPayment> carriedBy(Collection<byte[]> transactions) {
            return carried.stream().map(PaymentsTest::carried).toList();
        }

        @Override
        public List<Payment> findByIdIn(Collection<UUID> ids) {
            return carried;
        }

        @Override
        public void save(Collection<Payment> changed) {}

        @Override
        public int settled(Collection<UUID> ids, long block, Instant at) {
            told.add("paid " + ids + " " + block);
            return ids.size() - endedMeanwhile;
        }

        @Override
        public List<Payment> preparedBy(Collection<byte[]> transactions) {
            told.add("failed " + ids(transactions));
            return List.of();
        }

        @Override
        public int splitsSettled(Collection<byte[]> transactions, Instant now) {
            told.add("settled " + ids(transactions) + " " + now);
            return 1;
        }
    }

    /// The one transaction, which is open.
    private static final class OpenOutbox extends UnaskedOutbox {
        private final OutboxTransaction sent;

        OpenOutbox(OutboxTransaction sent) {
            this.sent = sent;
        }

        @Override
        public List<OpenTransaction> openOf(Collection<byte[]> transactions) {
            return List.of(new OpenTransaction(1, sent.id().toArray(), sent.plan(), sent.stage(), sent.wallet()));
        }

        @Override
        public int finish(Collection<Long> seqs) {
            return seqs.size();
        }

        @Override
        public List<OpenTransaction> expiredAt(long height) {
            return List.of();
        }

        @Override
        public List<OpenTransaction> unsentOf(Collection<UUID> plans) {
            return List.of();
        }
    }
}
