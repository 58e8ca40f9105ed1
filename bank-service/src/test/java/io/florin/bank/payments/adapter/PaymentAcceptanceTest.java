package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.loop.WakeSignal;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Acceptances that wait for each other do so in no circle: what others may hold too is taken in one order.
class PaymentAcceptanceTest {

    private final TestNetwork network = new TestNetwork(7);
    private final List<String> calls = new ArrayList<>();

    private PaymentOrder order(long wallet, String uetr) {
        WalletAddress payee = new WalletAddress(
                new OwnerKey(network.newKey().publicKey()),
                X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
        return new PaymentOrder(
                wallet,
                new PayTo.Open(payee),
                "Payee",
                "account",
                Amount.of(1),
                "",
                uetr,
                "",
                PaymentOrder.Purpose.PAYMENT,
                null,
                null);
    }

    private Payments payments() {
        UetrRegister uetrs = new UetrRegister() {
            @Override
            public Set<String> take(Collection<String> wanted) {
                calls.add("uetrs " + wanted);
                return new HashSet<>(wanted);
            }

            @Override
            public void giveBack(Collection<String> taken) {}
        };
        return new Payments(
                new UnaskedPayments() {
                    @Override
                    public void insert(List<Payment> accepted, Instant acceptedAt) {}
                },
                new UnaskedOutbox(),
                new UnaskedWallets() {
                    @Override
                    public Map<Long, WalletInfo> wallets(Collection<Long> numbers) {
                        return Map.of();
                    }
                },
                new UnaskedHoldings() {
                    @Override
                    public void lock(Collection<Long> wallets) {
                        calls.add("wallets " + wallets);
                    }

                    @Override
                    public Map<Long, Funds> funds(Collection<Long> wallets) {
                        return Map.of();
                    }
                },
                new Payments.Limits(
                        network::configuration,
                        () -> Amount.of(Long.MAX_VALUE),
                        new UnaskedLimits() {
                            @Override
                            public Map<OwnerKey, Long> roomOf(Collection<OwnerKey> payees) {
                                calls.add("room");
                                return Map.of();
                            }
                        },
                        PaymentGate.OPEN,
                        new ExecutionDates(ZoneOffset.UTC, 90)),
                List.of(),
                new Payments.Sources(
                        () -> Instant.parse("2026-03-01T12:00:00Z"),
                        () -> new UUID(2, 2),
                        uetrs,
                        Duration.ZERO,
                        new ChangeMailbox(new WakeSignal())));
    }

    @Test
    void allWalletsAndThenAllUetrsAreTakenBeforeAnythingElse() {
        List<Acceptance> answers = payments().acceptAll(List.of(order(9, "c"), order(2, "b"), order(9, "a")), "");

        assertThat(calls).containsExactly("wallets [2, 9]", "uetrs [c, b, a]", "room");
        assertThat(answers).hasSize(3);
    }
}
