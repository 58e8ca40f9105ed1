package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.ExecutionDates;
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
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
        Holdings holdings = new Moments(moments);
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
        WalletBook wallets = new UnaskedWallets() {
            @Override
            public Map<Long, WalletInfo> wallets(Collection<Long> numbers) {
                return Map.of(wallet.number(), wallet);
            }

            @Override
            public Map<String, WalletInfo> byIbans(Collection<String> ibans) {
                return Map.of();
            }
        };
        var limits = new Payments.Limits(
                network::configuration,
                () -> Amount.of(Long.MAX_VALUE),
                new UnaskedLimits() {
                    @Override
                    public Map<OwnerKey, Long> roomOf(Collection<OwnerKey> payees) {
                        return Map.of();
                    }
                },
                PaymentGate.OPEN,
                new ExecutionDates(ZoneOffset.UTC, 90));
        new ScheduledPayments(
                        new UnaskedPayments() {
                            @Override
                            public List<Payment> due(long wallet, boolean lines, LocalDate today, int limit) {
                                return List.of(payment);
                            }

                            @Override
                            public void save(Collection<Payment> changed) {}
                        },
                        new AcceptanceRules(wallets, holdings, limits),
                        holdings,
                        List.of(),
                        limits.dates(),
                        () -> NOON,
                        WalletChanges.NONE)
                .plan(1);
    }

    /// One wallet's funds, which are others at each look; they stay at the last.
    private static final class Moments extends UnaskedHoldings {
        private final Funds[] moments;
        private int looks;

        Moments(Funds... moments) {
            this.moments = moments;
        }

        private Funds next() {
            return moments[Math.min(looks++, moments.length - 1)];
        }

        @Override
        public void lock(Collection<Long> wallets) {}

        @Override
        public Map<Long, Funds> funds(Collection<Long> wallets) {
            return Map.of(1L, next());
        }

        @Override
        public boolean awaitsScreening(long wallet) {
            return next().held() > 0;
        }
    }
}
