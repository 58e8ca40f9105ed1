package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.payment.LedgerView;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/// Payments whose proof fails: the token that is to pay them is not the payer's.
class HiddenPlannerTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final TestHiddenEconomy economy = new TestHiddenEconomy(5, PrivacyModel.ANONYMOUS);
    private final TestNetwork network = economy.network();
    private final TestHiddenEconomy.Holder holder = economy.newHolder();
    private final HiddenAddress own = address(holder.enrollment());

    private HiddenAddress address(Scalar eid) {
        return new HiddenAddress(
                eid, X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
    }

    private Payment payment(int number) {
        return new Payment(
                new UUID(0, number),
                new PaymentOrder(
                        1,
                        new PayTo.Hidden(address(Scalar.ofLong(99))),
                        "Payee",
                        "XF00",
                        Amount.of(5),
                        "",
                        "",
                        "",
                        PaymentOrder.Purpose.PAYMENT,
                        null,
                        null),
                "",
                NOON);
    }

    private void step(List<Payment> payments) {
        OwnedToken somebodyElses = new OwnedToken(
                new OutputId(new TransactionId(network.newId()), 0),
                new HiddenToken.Anonymous(G1.generator(), Amount.of(100)),
                new HiddenOpening(Scalar.ONE, Amount.of(100), Scalar.ONE, Scalar.ZERO),
                Optional.empty(),
                1,
                Optional.empty());
        WalletInfo wallet = new WalletInfo(
                1,
                null,
                "Payer",
                "XF01",
                new WalletAddress(new OwnerKey(network.newKey().publicKey()), own.noteKey()),
                own,
                1,
                true,
                WalletInfo.State.ENROLLED);
        HiddenPayer payer = new HiddenPayer(own, economy.credential(holder, TestHiddenEconomy.EPOCH));
        LedgerAccess ledger = answering(
                LedgerAccess.class,
                Map.of(
                        "configuration",
                        network.configuration(),
                        "currency",
                        TestNetwork.CURRENCY,
                        "model",
                        PrivacyModel.ANONYMOUS,
                        "view",
                        new LedgerView(
                                network.networkId(),
                                TestNetwork.CURRENCY,
                                PrivacyModel.ANONYMOUS.rulesVersion(),
                                1,
                                7,
                                100)));
        PaymentRepository repository = answering(
                PaymentRepository.class,
                Map.of("walletsWithAccepted", List.of(1L), "plannable", payments, "findByIdIn", payments));
        try (ProofPool provers = new ProofPool(1)) {
            HiddenPlanner planner = new HiddenPlanner(
                    new HiddenPlanner.Orders(
                            repository,
                            answering(OutgoingRepository.class, Map.of()),
                            answering(WalletBook.class, Map.of("wallet", Optional.of(wallet)))),
                    new HiddenPlanner.Money(
                            answering(HiddenBook.class, Map.of("payer", Optional.of(payer))),
                            answering(HiddenTokens.class, Map.of("available", List.of(somebodyElses))),
                            answering(Holdings.class, Map.of()),
                            ledger,
                            new HiddenCurrencies(network.networkId())),
                    provers,
                    answering(Vault.class, Map.of()),
                    new Direct(),
                    new PaymentPlanner.Sources(() -> NOON, network.random(), () -> new UUID(2, 2)));
            assertThat(planner.step()).isZero();
        }
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, called, _) -> Optional.ofNullable(answers.get(called.getName()))
                        .orElseThrow(() -> new UnsupportedOperationException(called.getName()))));
    }

    private static final class Direct extends TransactionTemplate {
        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            return action.doInTransaction(new SimpleTransactionStatus());
        }
    }

    /// One that cannot be proven holds up the others no longer.
    @Test
    void paymentsThatShareAProofThatFailsAreTriedAlone() {
        List<Payment> payments =
                IntStream.rangeClosed(1, 15).mapToObj(this::payment).toList();
        step(payments);
        assertThat(payments)
                .allMatch(payment -> payment.due().alone())
                .allMatch(payment -> payment.state() == PaymentState.ACCEPTED);
    }

    @Test
    void aPaymentThatFailsOnItsOwnStaysAsItIs() {
        Payment only = payment(1);
        step(List.of(only));
        assertThat(only.due().alone()).isFalse();
        assertThat(only.state()).isEqualTo(PaymentState.ACCEPTED);
    }
}
