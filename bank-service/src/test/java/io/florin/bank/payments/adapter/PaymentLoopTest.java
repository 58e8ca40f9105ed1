package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.PaymentCore;
import io.florin.bank.payments.Sharing;
import io.florin.bank.payments.adapter.LoopParts.Direct;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.fakenet.UnaskedHiddenTokens;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLedger;
import io.florin.fakenet.UnaskedVault;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.loop.WakeSignal;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.payment.PayerKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/// What becomes of accepted payments, given the tokens that are there.
class PaymentLoopTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final TestNetwork network = new TestNetwork(3);
    private final Ed25519KeyPair owner = network.newKey();
    private final WalletAddress own = address(owner);
    private final WalletAddress payee = address(network.newKey());
    private final List<Payment> accepted = new ArrayList<>();
    private final Map<Long, List<TokenReference>> available = new TreeMap<>();
    private final Set<TokenReference> taken = new HashSet<>();
    private final Set<Long> unreadable = new HashSet<>();
    private final List<ClientTransaction> reserved = new ArrayList<>();
    private final List<OutboxTransaction> outgoing = new ArrayList<>();
    private int sends;

    private WalletAddress address(Ed25519KeyPair key) {
        return new WalletAddress(
                new OwnerKey(key.publicKey()),
                X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
    }

    private void tokens(long... values) {
        tokensOf(1, values);
    }

    private void tokensOf(long wallet, long... values) {
        List<TokenReference> own = available.computeIfAbsent(wallet, _ -> new ArrayList<>());
        for (long value : values) {
            own.add(new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, value)));
        }
    }

    private void payments(long... amounts) {
        paymentsOf(1, amounts);
    }

    private void paymentsOf(long wallet, long... amounts) {
        for (long amount : amounts) {
            PaymentOrder order = new PaymentOrder(
                    wallet,
                    new PayTo.Open(payee),
                    "Payee",
                    "account",
                    Amount.of(amount),
                    "E",
                    "",
                    "",
                    PaymentOrder.Purpose.PAYMENT,
                    null,
                    null);
            accepted.add(new Payment(new UUID(1, accepted.size()), order, "", NOON));
        }
    }

    /// @return transactions made
    private int plan() {
        int before = outgoing.size();
        try (ProofPool pool = new ProofPool(1)) {
            loop(rows(() -> List.copyOf(available.keySet())), new ChangeMailbox(new WakeSignal()), pool)
                    .step();
        }
        return outgoing.size() - before;
    }

    private PaymentRecords.Rows rows(Supplier<List<Long>> walletsWithAccepted) {
        return new PaymentRecords.Rows(new AcceptedPayments(walletsWithAccepted), new KeptOutbox());
    }

    private List<Payment> acceptedOf(Collection<Long> wallets) {
        return accepted.stream()
                .filter(payment -> wallets.contains(payment.wallet()))
                .toList();
    }

    private int submitted(List<PaymentRepository.Signed> signed) {
        return (int) signed.stream()
                .filter(each -> accepted.stream().anyMatch(payment -> submitted(payment, each)))
                .count();
    }

    private static boolean submitted(Payment payment, PaymentRepository.Signed signed) {
        boolean found = payment.id().equals(signed.payment()) && payment.state() == PaymentState.ACCEPTED;
        if (found) {
            payment.submitted(TransactionId.of(signed.transaction()), signed.output(), NOON);
        }
        return found;
    }

    private List<PaymentRepository.Outlook> outlooks(Collection<Long> wallets) {
        if (wallets.stream().anyMatch(unreadable::contains)) {
            throw new IllegalStateException("a row cannot be read");
        }
        return wallets.stream()
                .map(wallet -> new PaymentRepository.Outlook(
                        wallet, acceptedOf(List.of(wallet)).size(), 0, null, null, 0))
                .toList();
    }

    private PaymentLoop loop(PaymentRecords.Rows rows, ChangeMailbox changes, ProofPool pool) {
        int[] ids = {0};
        Ledger ledger = new Ledger();
        HiddenCurrencies currencies = new HiddenCurrencies(network.networkId());
        return new PaymentLoop(
                new PaymentCore(new PaymentCore.Shares(4, true, Duration.ofSeconds(30)), network.random()),
                changes,
                new PaymentRecords(
                        rows,
                        new PaymentRecords.Wallets(
                                new Book(),
                                HiddenBook.NONE,
                                new Tokens(),
                                _ -> Map.copyOf(available),
                                new UnaskedHiddenTokens()),
                        ledger,
                        currencies,
                        new PaymentRecords.Transfers(_ -> Sharing.NONE, 1),
                        new Direct(),
                        () -> NOON),
                new PaymentSigner(
                        new Book(),
                        ledger,
                        currencies,
                        new UnaskedVault(),
                        new PaymentSigner.Chance(network.random(), () -> new UUID(2, ids[0]++)),
                        pool),
                LoopParts.destinations(rows, ledger),
                ledger,
                () -> NOON);
    }

    private List<Transfer> transfers() {
        return outgoing.stream()
                .map(one -> (Transfer) one.submission().transaction())
                .toList();
    }

    private long paid(Transfer transfer) {
        return transfer.outputs().stream()
                .filter(token -> token.owner().equals(payee.owner()))
                .mapToLong(token -> token.value().minorUnits())
                .sum();
    }

    private void noTokenIsSpentTwice() {
        Set<TokenReference> spent = new HashSet<>();
        transfers()
                .forEach(transfer -> transfer.inputs()
                        .forEach(input -> assertThat(spent.add(input)).isTrue()));
        assertThat(reserved).hasSameSizeAs(outgoing);
    }

    @Test
    void fewPaymentsSpendTheSmallestTokenThatSuffices() {
        tokens(100, 1_000, 50);
        payments(40, 90);
        assertThat(plan()).isEqualTo(2);
        assertThat(transfers()).extracting(this::paid).containsExactly(40L, 90L);
        assertThat(transfers().get(0).inputs().get(0).token().value()).isEqualTo(Amount.of(50));
        assertThat(transfers().get(1).inputs().get(0).token().value()).isEqualTo(Amount.of(100));
        noTokenIsSpentTwice();
        assertThat(accepted).allMatch(payment -> payment.state() == PaymentState.SUBMITTED);
    }

    @Test
    void aCrowdIsSplitForFirstAndPaidAtOnce() {
        tokens(10_000);
        payments(IntStream.rangeClosed(1, 40).mapToLong(i -> i).toArray());
        plan();
        List<OutboxTransaction> splits =
                outgoing.stream().filter(one -> one.stage() == 0).toList();
        List<OutboxTransaction> paying =
                outgoing.stream().filter(one -> one.stage() == 1).toList();
        // one into three parts for 16, 16 and 8 payments, and one of each part
        assertThat(splits).hasSize(4);
        assertThat(paying).hasSize(40);
        assertThat(outgoing.stream().map(OutboxTransaction::plan).distinct()).hasSize(1);
        assertThat(transfers().stream().mapToLong(this::paid).sum()).isEqualTo(820);
        noTokenIsSpentTwice();
    }

    @Test
    void inACrowdATokenOfTheVeryAmountIsSpentAsItIs() {
        tokens(7, 10_000);
        payments(1, 2, 3, 7, 5);
        plan();
        Transfer exact = transfers().getFirst();
        assertThat(paid(exact)).isEqualTo(7);
        assertThat(exact.outputs()).hasSize(1);
        noTokenIsSpentTwice();
    }

    @Test
    void whatChangeUnderWayMustCoverWaits() {
        tokens(100);
        payments(90, 50);
        assertThat(plan()).isEqualTo(1);
        assertThat(accepted).extracting(Payment::state).containsExactly(PaymentState.SUBMITTED, PaymentState.ACCEPTED);
        noTokenIsSpentTwice();
    }

    @Test
    void manySmallTokensAreMerged() {
        tokens(IntStream.range(0, 40).mapToLong(_ -> 10).toArray());
        payments(395);
        plan();
        assertThat(transfers().stream().mapToLong(this::paid).sum()).isEqualTo(395);
        assertThat(accepted.getFirst().state()).isEqualTo(PaymentState.SUBMITTED);
        noTokenIsSpentTwice();
    }

    @Test
    void whoseTokensWentAnotherWayHoldsUpNobody() {
        for (long wallet = 1; wallet <= 3; wallet++) {
            tokensOf(wallet, 100);
            paymentsOf(wallet, 10);
        }
        taken.addAll(available.getOrDefault(2L, List.of()));
        assertThat(plan()).isEqualTo(2);
        assertThat(accepted)
                .extracting(Payment::state)
                .containsExactly(PaymentState.SUBMITTED, PaymentState.ACCEPTED, PaymentState.SUBMITTED);
        noTokenIsSpentTwice();
    }

    @Test
    void whoCannotBeLookedAtHoldsUpNobody() {
        for (long wallet = 1; wallet <= 3; wallet++) {
            tokensOf(wallet, 100);
            paymentsOf(wallet, 10);
        }
        unreadable.add(2L);
        assertThat(plan()).isEqualTo(2);
        assertThat(accepted)
                .extracting(Payment::state)
                .containsExactly(PaymentState.SUBMITTED, PaymentState.ACCEPTED, PaymentState.SUBMITTED);
    }

    /// More than an amount can be: no plan is made of it.
    @Test
    void whoseMoneyCannotBeAddedUpHoldsUpNobody() {
        for (long wallet = 1; wallet <= 3; wallet++) {
            tokensOf(wallet, 100);
            paymentsOf(wallet, 10);
        }
        tokensOf(2, Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(plan()).isEqualTo(2);
        assertThat(accepted)
                .extracting(Payment::state)
                .containsExactly(PaymentState.SUBMITTED, PaymentState.ACCEPTED, PaymentState.SUBMITTED);
    }

    /// Nobody tells a second time, and the search for all wallets comes only now and then.
    @Test
    void whatWasToldIsNotLostWhenTheDatabaseCannotBeAsked() {
        List<Long> changed = LongStream.rangeClosed(1, 17).boxed().toList();
        ChangeMailbox changes = new ChangeMailbox(new WakeSignal());
        Deque<Supplier<List<Long>>> answers = new ArrayDeque<>(List.of(List::of, () -> {
            throw new IllegalStateException("the database is away");
        }));
        try (ProofPool pool = new ProofPool(1)) {
            PaymentLoop loop = loop(rows(() -> answers.removeFirst().get()), changes, pool);
            loop.step();
            assertThat(loop.looks()).isZero();
            int before = sends;

            changes.changed(changed);
            changes.outboxChanged();
            loop.step();

            assertThat(answers).isEmpty();
            assertThat(loop.looks()).isEqualTo(changed.size());
            assertThat(sends).isGreaterThan(before);
        }
    }

    private final class Tokens extends UnaskedHoldings {
        @Override
        public void reserve(Collection<ClientTransaction> transactions) {
            for (ClientTransaction transaction : transactions) {
                if (((Transfer) transaction).inputs().stream().anyMatch(taken::contains)) {
                    throw new DataIntegrityViolationException("set aside for another one");
                }
            }
            reserved.addAll(transactions);
        }

        @Override
        public void lock(Collection<Long> wallets) {}

        @Override
        public long block() {
            return 7;
        }
    }

    private final class Book implements WalletBook {
        @Override
        public Optional<WalletInfo> wallet(long number) {
            return Optional.of(new WalletInfo(
                    number, null, "Holder", "XF", own, null, 2, HoldingShare.WHOLE, true, WalletInfo.State.ENROLLED));
        }

        @Override
        public Optional<WalletInfo> byIban(String iban) {
            return Optional.empty();
        }

        @Override
        public Map<String, WalletInfo> byIbans(Collection<String> ibans) {
            return Map.of();
        }

        @Override
        public Map<OwnerKey, Long> numbersOf(Collection<OwnerKey> owners) {
            return Map.of();
        }

        @Override
        public PayerKeys keys(WalletInfo wallet) {
            return new PayerKeys() {
                @Override
                public WalletAddress address() {
                    return own;
                }

                @Override
                public Bytes sign(byte[] message) {
                    return owner.sign(message);
                }
            };
        }
    }

    private final class Ledger extends UnaskedLedger {
        @Override
        public NetworkId network() {
            return network.networkId();
        }

        @Override
        public NetworkConfiguration configuration() {
            return network.configuration();
        }

        @Override
        public NamespaceId currency() {
            return TestNetwork.CURRENCY;
        }

        @Override
        public PrivacyModel model() {
            return PrivacyModel.CLEAR;
        }

        @Override
        public Amount tokenValueMax() {
            return Amount.of(Long.MAX_VALUE);
        }

        @Override
        public boolean isSuperseded(long configurationVersion) {
            return false;
        }

        @Override
        public LedgerView view() {
            return new LedgerView(
                    network(), currency(), 1, 1, 7, configuration().limits());
        }
    }

    /// Accepted payments as rows, of which some cannot be read.
    private final class AcceptedPayments extends UnaskedPayments {
        private final Supplier<List<Long>> wallets;

        AcceptedPayments(Supplier<List<Long>> wallets) {
            this.wallets = wallets;
        }

        @Override
        public int recall(Instant now, Instant beyond) {
            return 0;
        }

        @Override
        public List<Long> walletsWithAccepted() {
            return wallets.get();
        }

        @Override
        public List<Outlook> outlooks(Collection<Long> wallets, Instant now, Instant patience) {
            return PaymentLoopTest.this.outlooks(wallets);
        }

        @Override
        public List<Payment> accepted(Collection<Long> wallets, boolean lines, Instant now, int limit) {
            return acceptedOf(wallets);
        }

        @Override
        public int submitted(List<Signed> signed, Instant now) {
            return PaymentLoopTest.this.submitted(signed);
        }
    }

    /// Keeps what is made, and has nothing to send.
    private final class KeptOutbox extends UnaskedOutbox {
        @Override
        public void insert(List<OutboxTransaction> made) {
            outgoing.addAll(made);
        }

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
            sends++;
            return new Due(List.of(), false);
        }

        @Override
        public Optional<Instant> nextAttempt(Instant now) {
            return Optional.of(NOON.plusSeconds(1));
        }
    }
}
