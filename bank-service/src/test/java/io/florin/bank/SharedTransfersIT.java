package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.adapter.PaymentLoop;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.testkit.Patience;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Several payments of one wallet by one transfer of a clear currency (ADR 76).
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedTransfersIT {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final Duration A_THOUSAND = Duration.ofMinutes(15);

    private FakeNetwork network;
    private BankUnderTest bank;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().runs(true);
        network.ledger().refuseNext(0, "");
    }

    @Test
    void aThousandPaymentsTakeTwoCommitsAndSeventyThreeTransactions() {
        JsonNode payer = bank.openWallet("Employer", 3);
        JsonNode payee = bank.openWallet("Employee", 3);
        bank.fund(payer, 10_000_00);
        long before = network.ledger().height();
        network.ledger().runs(false);

        accept(payer, payee, LongStream.rangeClosed(1, 1_000).toArray());
        Awaitility.await().atMost(A_THOUSAND).until(() -> network.ledger().pending() == 6);
        network.ledger().cut(1);
        Awaitility.await().atMost(A_THOUSAND).until(() -> network.ledger().pending() == 67);
        network.ledger().cut(1);
        Awaitility.await()
                .atMost(A_THOUSAND)
                .until(() -> bank.balance(number(payee)).path("total").asLong() == 500_500);

        assertThat(network.ledger().height()).isEqualTo(before + 2);
        assertThat(onLedger(payee)).isEqualTo(500_500);
        assertThat(bank.balance(number(payer)).path("available").asLong()).isEqualTo(1_000_000 - 500_500);
    }

    @Test
    void eachStaysAPaymentOfItsOwn() {
        JsonNode payer = bank.openWallet("Shop Sharing", 2);
        JsonNode payee = bank.openWallet("Bert Sharing", 2);
        bank.fund(payer, 100_00);

        List<PaymentView> ended = ended(accept(payer, payee, 10_00, 20_00, 10_00));

        assertThat(ended).extracting(PaymentView::state).containsOnly(PaymentState.SETTLED);
        assertThat(ended)
                .extracting(PaymentView::transactionId)
                .containsOnly(ended.getFirst().transactionId());
        assertThat(entries(payer)).contains(-10_00L, -20_00L).doesNotContain(-40_00L);
        assertThat(entries(payee)).containsExactlyInAnyOrder(10_00L, 20_00L, 10_00L);
        assertThat(onLedger(payee)).isEqualTo(40_00);
        assertThat(onLedger(payer)).isEqualTo(60_00);
    }

    /// The tier of basic wallets has 500.00 at once: the rules would refuse a transfer that pays more together.
    @Test
    void theyShareWithinTheLimitOfOnePayment() {
        JsonNode payer = bank.openWallet("Basic Sharing", 1);
        JsonNode payee = bank.openWallet("Bert Basic", 2);
        bank.fund(payer, 1_000_00);

        List<PaymentView> ended = ended(accept(payer, payee, 300_00, 300_00, 100_00));

        assertThat(ended).extracting(PaymentView::state).containsOnly(PaymentState.SETTLED);
        assertThat(ended.get(0).transactionId()).isNotEqualTo(ended.get(1).transactionId());
        assertThat(ended.get(2).transactionId()).isEqualTo(ended.get(1).transactionId());
    }

    @Test
    void oneRefusedPaymentTakesNoOtherWithIt() {
        JsonNode payer = bank.openWallet("Firm Refused", 2);
        JsonNode payee = bank.openWallet("Bert Companion", 2);
        bank.fund(payer, 100_00);
        network.ledger().refuseNext(1, "owner-suspended");

        List<PaymentView> ended = ended(accept(payer, payee, 10_00, 20_00, 30_00));

        assertThat(ended).extracting(PaymentView::state).containsOnly(PaymentState.SETTLED);
        assertThat(ended).extracting(PaymentView::transactionId).doesNotHaveDuplicates();
        assertThat(onLedger(payee)).isEqualTo(60_00);
    }

    /// The second payment waits for the change of the first: from then on the wallet has a token for each of those that
    /// follow, and nothing has to commit between them.
    @Test
    void whoPaysOftenHasItsChangeCutSoThatTheNextPaymentsWaitForNoBlock() {
        JsonNode payer = bank.openWallet("Shop Often", 3);
        JsonNode payee = bank.openWallet("Bert Often", 3);
        bank.fund(payer, 1_000_00);
        network.ledger().runs(false);
        PaymentLoop loop = bank.bean(PaymentLoop.class);
        List<UUID> all = new ArrayList<>(accept(payer, payee, 10_00));
        awaitSubmitted(all.getLast());
        long looks = loop.looks();
        all.addAll(accept(payer, payee, 10_00));
        Awaitility.await().atMost(PATIENCE).until(() -> loop.looks() > looks);
        network.ledger().cut(1);
        awaitSubmitted(all.getLast());
        awaitPending(1);
        network.ledger().cut(1);
        long height = network.ledger().height();

        for (int i = 0; i < 4; i++) {
            all.addAll(accept(payer, payee, 10_00));
            awaitSubmitted(all.getLast());
        }
        awaitPending(4);
        assertThat(network.ledger().height()).as("blocks between them").isEqualTo(height);
        network.ledger().cut(1);

        List<PaymentView> ended = ended(all);
        assertThat(ended).extracting(PaymentView::state).containsOnly(PaymentState.SETTLED);
        assertThat(ended).extracting(PaymentView::transactionId).doesNotHaveDuplicates();
        assertThat(entries(payer)).filteredOn(amount -> amount < 0).hasSize(6).containsOnly(-10_00L);
        assertThat(entries(payer)).filteredOn(amount -> amount > 0).containsExactly(1_000_00L);
        assertThat(onLedger(payer)).isEqualTo(940_00);
        assertThat(bank.balance(number(payer)).path("available").asLong()).isEqualTo(940_00);
        assertThat(onLedger(payee)).isEqualTo(60_00);
    }

    private void awaitPending(int transactions) {
        Awaitility.await().atMost(PATIENCE).until(() -> network.ledger().pending() == transactions);
    }

    private void awaitSubmitted(UUID payment) {
        PaymentService payments = bank.bean(PaymentService.class);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> payments.payment(payment).orElseThrow().state() == PaymentState.SUBMITTED);
    }

    /// @return ids, in the order of the amounts
    private List<UUID> accept(JsonNode payer, JsonNode payee, long... amounts) {
        PayTo address = PayTo.parse(payee.path("address").asString());
        List<PaymentOrder> orders = new ArrayList<>();
        for (long amount : amounts) {
            orders.add(new PaymentOrder(
                    number(payer),
                    address,
                    "Payee",
                    payee.path("iban").asString(),
                    Amount.of(amount),
                    "E-" + orders.size(),
                    "",
                    "wage",
                    PaymentOrder.Purpose.PAYMENT,
                    null,
                    null));
        }
        return bank.bean(PaymentService.class).acceptAll(orders, "").stream()
                .map(answer -> ((Acceptance.Accepted) answer).payment().id())
                .toList();
    }

    private List<PaymentView> ended(List<UUID> ids) {
        PaymentService payments = bank.bean(PaymentService.class);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> ids.stream()
                        .map(payments::payment)
                        .allMatch(payment -> payment.orElseThrow().state().isFinal()));
        return ids.stream().map(id -> payments.payment(id).orElseThrow()).toList();
    }

    private List<Long> entries(JsonNode wallet) {
        JsonNode page =
                bank.get("/v1/wallets/" + number(wallet) + "/entries?limit=100").json();
        return StreamSupport.stream(page.path("entries").spliterator(), false)
                .map(entry -> entry.path("amount").asLong())
                .toList();
    }

    private long onLedger(JsonNode wallet) {
        OwnerKey owner = WalletAddress.parse(wallet.path("address").asString()).owner();
        return network.ledger().sumOf(owner);
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }
}
