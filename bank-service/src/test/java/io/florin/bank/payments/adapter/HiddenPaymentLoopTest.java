package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.PaymentCore;
import io.florin.bank.payments.Sharing;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.doubles.api.Unasked;
import io.florin.fakenet.UnaskedHiddenBook;
import io.florin.fakenet.UnaskedHiddenTokens;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLedger;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedVault;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.loop.WakeSignal;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.payment.LedgerView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.OptimisticLockingFailureException;

/// Payments that are not accepted, by which a bank keeps its rules whatever the currency hides and whoever audits it,
/// and accepted ones that cannot be made: the token that is to pay them is not the payer's, so every proof fails, or
/// they should not have been accepted.
class HiddenPaymentLoopTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private TestHiddenEconomy economy = new TestHiddenEconomy(5, PrivacyModel.ANONYMOUS);
    private TestNetwork network = economy.network();
    private TestHiddenEconomy.Holder holder = economy.newHolder();
    private HiddenAddress own = address(holder.enrollment());
    private long ids;

    private void in(AuditedModel model) {
        economy = model.economy(5);
        network = economy.network();
        holder = economy.newHolder();
        own = address(holder.enrollment());
    }

    private HiddenAddress address(Scalar eid) {
        return new HiddenAddress(
                eid, X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
    }

    private final List<String> told = new ArrayList<>();
    private Amount valueMax = Amount.of(Long.MAX_VALUE);
    private WalletInfo.State state = WalletInfo.State.ENROLLED;
    private boolean overtaken;

    private Payment payment(int number) {
        return payment(number, new PayTo.Hidden(address(Scalar.ofLong(99))));
    }

    private Payment payment(int number, PayTo payee) {
        return new Payment(new UUID(0, number), order(payee, 5), "", NOON);
    }

    private static PaymentOrder order(PayTo payee, long amount) {
        return new PaymentOrder(
                1, payee, "Payee", "XF00", Amount.of(amount), "", "", "", PaymentOrder.Purpose.PAYMENT, null, null);
    }

    private WalletInfo wallet() {
        return new WalletInfo(
                1,
                new UUID(0, 1),
                "Payer",
                "XF01",
                new WalletAddress(new OwnerKey(network.newKey().publicKey()), own.noteKey()),
                own,
                TestNetwork.TIER_BASIC,
                HoldingShare.WHOLE,
                true,
                state);
    }

    /// Where the payments end.
    private Payments acceptanceOf(List<Payment> payments) {
        return new Payments(
                new Rows(payments),
                new NothingSent(),
                new OneWallet(),
                new FundedHoldings(),
                new Payments.Limits(
                        network::configuration,
                        () -> valueMax,
                        new UnaskedLimits() {
                            @Override
                            public Map<OwnerKey, Long> roomOf(Collection<OwnerKey> payees) {
                                return Map.of();
                            }
                        },
                        PaymentGate.OPEN,
                        new ExecutionDates(ZoneOffset.UTC, 90)),
                List.of(payment -> told.add(payment.id().getLeastSignificantBits() + " " + payment.reason())),
                new Payments.Sources(
                        () -> NOON,
                        () -> new UUID(2, ++ids),
                        new MemoryUetrs(),
                        Duration.ZERO,
                        new ChangeMailbox(new WakeSignal())));
    }

    private void step(List<Payment> payments) {
        step(payments, acceptanceOf(payments));
    }

    private OwnedToken somebodyElses() {
        return new OwnedToken(
                new TransactionOutput(new TransactionId(network.newId()), 0),
                new HiddenToken.Anonymous(G1.generator(), Amount.of(100)),
                new HiddenOpening(Scalar.ONE, Amount.of(100), Scalar.ONE, Scalar.ZERO),
                Optional.empty(),
                1,
                Optional.empty());
    }

    private void step(List<Payment> payments, Payments acceptance) {
        HiddenPayer payer = new HiddenPayer(own, economy.credential(holder, TestHiddenEconomy.EPOCH));
        LedgerAccess ledger = new Ledger();
        PaymentRecords.Rows rows = new PaymentRecords.Rows(new Rows(payments), new NothingSent());
        HiddenCurrencies currencies = new HiddenCurrencies(network.networkId());
        WalletBook wallets = new OneWallet();
        Vault vault = new UnaskedVault();
        try (ProofPool provers = new ProofPool(1)) {
            PaymentRecords records = new PaymentRecords(
                    rows,
                    new PaymentRecords.Wallets(
                            wallets,
                            new UnaskedHiddenBook() {
                                @Override
                                public Optional<HiddenPayer> payer(long wallet) {
                                    return Optional.of(payer);
                                }
                            },
                            new UnaskedHoldings(),
                            _ -> {
                                throw new Unasked("available");
                            },
                            new UnaskedHiddenTokens() {
                                @Override
                                public List<OwnedToken> available(long wallet) {
                                    return List.of(somebodyElses());
                                }
                            }),
                    ledger,
                    currencies,
                    new PaymentRecords.Transfers(_ -> Sharing.NONE, 1),
                    new LoopParts.Direct(),
                    () -> NOON);
            PaymentLoop loop = new PaymentLoop(
                    new PaymentCore(
                            new PaymentCore.Shares(provers.roundMax(), false, Duration.ofSeconds(30)),
                            network.random()),
                    new ChangeMailbox(new WakeSignal()),
                    records,
                    new PaymentSigner(
                            wallets,
                            ledger,
                            currencies,
                            vault,
                            new PaymentSigner.Chance(network.random(), () -> new UUID(2, 2)),
                            provers),
                    LoopParts.destinations(acceptance, rows, ledger),
                    ledger,
                    () -> NOON);
            assertThat(loop.step()).isZero();
        }
    }

    /// One that cannot be proven holds up the others no longer.
    @Test
    void paymentsThatShareAProofThatFailsAreTriedAlone() {
        List<Payment> payments =
                IntStream.rangeClosed(1, 15).mapToObj(this::payment).toList();
        step(payments);
        assertThat(payments)
                .allMatch(payment -> payment.due(true).alone())
                .allMatch(payment -> payment.state() == PaymentState.ACCEPTED);
    }

    /// Perhaps what hinders it passes; then not.
    @Test
    void aPaymentThatCannotBeProvenOnItsOwnIsTriedAgainAndThenRejected() {
        Payment only = payment(1);
        Payments acceptance = acceptanceOf(List.of(only));
        for (int attempt = 1; attempt < Payments.ATTEMPTS_MAX; attempt++) {
            step(List.of(only), acceptance);
            assertThat(only.state()).isEqualTo(PaymentState.ACCEPTED);
            assertThat(only.view().transactionId()).isEmpty();
        }
        assertThat(told).isEmpty();
        step(List.of(only), acceptance);
        assertThat(only.state()).isEqualTo(PaymentState.REJECTED);
        assertThat(told).containsExactly("1 cannot-be-proven");
        assertThat(acceptance.unbuildable("cannot-be-proven")).isEqualTo(1);
        assertThat(acceptance.failedProofs()).isEqualTo(Payments.ATTEMPTS_MAX);
    }

    /// Fifteen that no proof can be made of, tried together and then alone, all end.
    @Test
    void allPaymentsThatCannotBeProvenEnd() {
        List<Payment> payments =
                IntStream.rangeClosed(1, 15).mapToObj(this::payment).toList();
        Payments acceptance = acceptanceOf(payments);
        for (int round = 0; round < 100 && told.size() < 15; round++) {
            step(payments, acceptance);
        }
        assertThat(payments).allMatch(payment -> payment.state() == PaymentState.REJECTED);
        assertThat(told).hasSize(15).allMatch(outcome -> outcome.endsWith(" cannot-be-proven"));
    }

    /// The others of the pass are made and sent, and it is rejected when it can be.
    @Test
    void aRejectionThatFailsEndsNoPass() {
        valueMax = Amount.of(4);
        Payment only = payment(1);
        Payments acceptance = acceptanceOf(List.of(only));
        overtaken = true;
        step(List.of(only), acceptance);
        assertThat(only.state()).isEqualTo(PaymentState.ACCEPTED);
        overtaken = false;
        step(List.of(only), acceptance);
        assertThat(only.state()).isEqualTo(PaymentState.REJECTED);
    }

    @Test
    void anAmountThatNoTokenCanBeWorthIsRejectedAtOnce() {
        valueMax = Amount.of(4);
        Payment only = payment(1);
        step(List.of(only));
        assertThat(only.state()).isEqualTo(PaymentState.REJECTED);
        assertThat(told).containsExactly("1 amount-out-of-range");
    }

    /// It is rejected; the other is planned, and fails in its proof.
    @Test
    void anAddressOfAnotherModelHoldsUpNoOther() {
        Payment open = payment(
                1,
                new PayTo.Open(new WalletAddress(new OwnerKey(network.newKey().publicKey()), own.noteKey())));
        Payment other = payment(2);
        Payments acceptance = acceptanceOf(List.of(open, other));
        step(List.of(open, other), acceptance);
        assertThat(told).containsExactly("1 account-not-payable");
        assertThat(other.state()).isEqualTo(PaymentState.ACCEPTED);
        assertThat(acceptance.failedProofs()).isEqualTo(1);
    }

    private List<String> accepted(long... amounts) {
        PayTo payee = new PayTo.Hidden(address(Scalar.ofLong(99)));
        return acceptanceOf(List.of())
                .acceptAll(
                        LongStream.of(amounts)
                                .mapToObj(amount -> order(payee, amount))
                                .toList(),
                        "")
                .stream()
                .map(answer -> answer instanceof Acceptance.Refused refused ? refused.code() : "accepted")
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void takesWhatTheTierAllowsAndNoMore(AuditedModel model) {
        in(model);
        long limit = network.configuration()
                .tier(TestNetwork.TIER_BASIC)
                .orElseThrow()
                .paymentMax()
                .minorUnits();
        assertThat(accepted(limit, limit + 1, 1)).containsExactly("accepted", "payment-limit-exceeded", "accepted");
    }

    @ParameterizedTest
    @EnumSource
    void takesNothingOfWhoIsSuspendedOrRevoked(AuditedModel model) {
        in(model);
        assertThat(accepted(5)).containsExactly("accepted");
        for (WalletInfo.State stopped : List.of(WalletInfo.State.SUSPENDED, WalletInfo.State.REVOKED)) {
            state = stopped;
            assertThat(accepted(5)).as("%s", stopped).containsExactly("wallet-not-enrolled");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoIsSuspendedOrRevokedPaysNothingMore(AuditedModel model) {
        in(model);
        state = WalletInfo.State.SUSPENDED;
        step(List.of(payment(1)));
        state = WalletInfo.State.REVOKED;
        step(List.of(payment(2)));
        assertThat(told).containsExactly("1 owner-suspended", "2 owner-revoked");
    }

    @Test
    void whatWaitedForTooLongIsRejected() {
        Payment waiting = payment(1);
        assertThat(acceptanceOf(List.of(waiting)).giveUp(Duration.ofHours(1))).isEqualTo(1);
        assertThat(waiting.state()).isEqualTo(PaymentState.REJECTED);
        assertThat(told).containsExactly("1 not-sent-in-time");
    }

    private final class OneWallet extends UnaskedWallets {
        @Override
        public Map<Long, WalletInfo> wallets(Collection<Long> numbers) {
            return Map.of(1L, HiddenPaymentLoopTest.this.wallet());
        }
    }

    private static final class FundedHoldings extends UnaskedHoldings {
        @Override
        public void release(Collection<TransactionId> transactions) {}

        @Override
        public void lock(Collection<Long> wallets) {}

        @Override
        public Map<Long, Funds> funds(Collection<Long> wallets) {
            return Map.of(1L, new Funds(1_000_000, 0, 0, 1));
        }
    }

    /// The payments as rows; reading them by their ids fails while a block is quicker.
    private final class Rows extends UnaskedPayments {
        private final List<Payment> payments;

        Rows(List<Payment> payments) {
            this.payments = payments;
        }

        private List<Payment> accepted() {
            return payments.stream()
                    .filter(payment -> payment.state() == PaymentState.ACCEPTED)
                    .toList();
        }

        @Override
        public void insert(List<Payment> accepted, Instant acceptedAt) {}

        @Override
        public void save(Collection<Payment> changed) {}

        @Override
        public List<Payment> findByIdIn(Collection<UUID> ids) {
            if (overtaken) {
                throw new OptimisticLockingFailureException("a block was quicker");
            }
            return payments.stream()
                    .filter(payment -> ids.contains(payment.id()))
                    .toList();
        }

        @Override
        public List<Payment> waitingSince(Instant since, int limit) {
            return payments;
        }

        @Override
        public int recall(Instant now, Instant beyond) {
            return 0;
        }

        @Override
        public List<Long> walletsWithAccepted() {
            return List.of(1L);
        }

        @Override
        public List<Outlook> outlooks(Collection<Long> wallets, Instant now, Instant patience) {
            return List.of(new Outlook(1, accepted().size(), 0, null, null, 0));
        }

        @Override
        public List<Payment> plannable(long wallet, Instant now, Instant patience, int limit) {
            return accepted();
        }
    }

    private static final class NothingSent extends UnaskedOutbox {
        @Override
        public int recall(Instant now, Instant beyond) {
            return 0;
        }

        @Override
        public List<OutboxTransaction> lackingAudit(Instant now, int limit) {
            return List.of();
        }

        @Override
        public Due due(Instant now, int limit) {
            return new Due(List.of(), false);
        }

        @Override
        public Optional<Instant> nextAttempt(Instant now) {
            return Optional.of(NOON.plusSeconds(1));
        }

        @Override
        public List<OpenTransaction> neverSentSince(Instant since, int limit) {
            return List.of();
        }
    }

    private final class Ledger extends UnaskedLedger {
        @Override
        public NetworkConfiguration configuration() {
            return network.configuration();
        }

        @Override
        public NamespaceId currency() {
            return TestNetwork.CURRENCY;
        }

        @Override
        public Amount tokenValueMax() {
            return valueMax;
        }

        @Override
        public PrivacyModel model() {
            return PrivacyModel.ANONYMOUS;
        }

        @Override
        public LedgerView view() {
            return new LedgerView(
                    network.networkId(),
                    TestNetwork.CURRENCY,
                    PrivacyModel.ANONYMOUS.rulesVersion(),
                    1,
                    7,
                    network.configuration().limits());
        }
    }
}
