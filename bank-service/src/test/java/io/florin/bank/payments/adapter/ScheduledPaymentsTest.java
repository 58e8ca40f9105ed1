package io.florin.bank.payments.adapter;

import static io.florin.testkit.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.Holdings.Funds;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Money that comes, and is screened, while a payment's day is looked at.
class ScheduledPaymentsTest {
    private static final Instant YESTERDAY = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant NOON = YESTERDAY.plus(Duration.ofDays(1));
    private static final long AMOUNT = 800;
    private static final Funds NOTHING = new Funds(0, 0, 0, 7);
    private static final Funds HELD = new Funds(AMOUNT, AMOUNT, AMOUNT, 7);
    private static final Funds FREE = new Funds(AMOUNT, 0, 0, 7);

    private final TestNetwork network = new TestNetwork(8);
    private final WalletAddress payer = address();
    private final WalletAddress payee = address();
    private final Payment payment = scheduled();

    private WalletAddress address() {
        return new WalletAddress(new OwnerKey(network.newKey().publicKey()), Bytes32.of(network.newBytes(32)));
    }

    private Payment scheduled() {
        Payment made = new Payment(
                new UUID(0, 1),
                new PaymentOrder(
                        1,
                        new PayTo.Open(payee),
                        "Payee",
                        "XF00",
                        Amount.of(AMOUNT),
                        "E2E",
                        "3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e",
                        "",
                        PaymentOrder.Purpose.PAYMENT,
                        null,
                        null),
                "",
                YESTERDAY);
        made.scheduledFor(LocalDate.ofInstant(NOON, ZoneOffset.UTC));
        return made;
    }

    @Test
    void moneyThatIsReleasedMeanwhileIsNoWantOfMoney() {
        plan(HELD, FREE);
        assertThat(payment.state()).isNotEqualTo(PaymentState.REJECTED);
    }

    @Test
    void moneyThatComesMeanwhileIsNoWantOfMoney() {
        plan(NOTHING, NOTHING, HELD);
        assertThat(payment.state()).isEqualTo(PaymentState.SCHEDULED);
    }

    @Test
    void wantOfMoneyIs() {
        plan(NOTHING);
        assertThat(payment.state()).isEqualTo(PaymentState.REJECTED);
        assertThat(payment.view().reason()).isEqualTo("insufficient-funds");
    }

    @Test
    void moneyThatIsThereIsPromised() {
        plan(FREE);
        assertThat(payment.state()).isEqualTo(PaymentState.ACCEPTED);
    }

    /// @param moments the wallet when it is looked at for the first time, the second and so on; it stays at the last
    private void plan(Funds... moments) {
        int[] looks = {0};
        Function<Object[], Object> now = _ -> moments[Math.min(looks[0]++, moments.length - 1)];
        Holdings holdings = answering(
                Holdings.class,
                Map.of(
                        "lock",
                        _ -> Optional.empty(),
                        "funds",
                        arguments -> Map.of(1L, (Funds) now.apply(arguments)),
                        "awaitsScreening",
                        arguments -> ((Funds) now.apply(arguments)).held() > 0));
        WalletInfo wallet = new WalletInfo(
                1,
                new UUID(3, 3),
                "Holder",
                "XF",
                payer,
                null,
                TestNetwork.TIER_FULL,
                HoldingShare.WHOLE,
                true,
                WalletInfo.State.ENROLLED);
        WalletBook wallets = answering(
                WalletBook.class, Map.of("wallets", _ -> Map.of(wallet.number(), wallet), "byIbans", _ -> Map.of()));
        var limits = new Payments.Limits(
                network::configuration,
                () -> Amount.of(Long.MAX_VALUE),
                answering(HoldingLimits.class, Map.of("roomOf", _ -> Map.of())),
                PaymentGate.OPEN,
                new ExecutionDates(ZoneOffset.UTC, 90));
        new ScheduledPayments(
                        answering(
                                PaymentRepository.class, Map.of("due", _ -> List.of(payment), "save", _ -> List.of())),
                        new AcceptanceRules(wallets, holdings, limits),
                        holdings,
                        List.of(),
                        limits.dates(),
                        () -> NOON,
                        WalletChanges.NONE)
                .plan(1);
    }
}
