package io.florin.bank.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.fakenet.BankDatabase;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.payment.PayerKeys;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Sweeps that fail are made again after pauses, and one wallet's trouble is not another's.
class ExcessSweepIT {

    private static final int BASIC = TestNetwork.TIER_BASIC;
    /// May hold something and pay nothing.
    private static final int CLOSED = TestNetwork.TIER_FULL;

    private static final long ABOVE = 350_000;

    private final TestNetwork network = new TestNetwork(1);
    private NetworkConfiguration configuration = closing(network.configuration());
    private @Nullable HiddenAddress hidden;
    private final Map<Long, WalletInfo> wallets = new HashMap<>();
    private final List<Long> swept = new ArrayList<>();
    private BankDatabase database;
    private JdbcClient jdbc;
    private TransactionTemplate transactions;
    private ExcessSweep sweep;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private long broken;
    /// Questions for the configuration until one finds a tier gone; never where it is below 0.
    private int looksBeforeChange = -1;
    /// Whether what is accepted stays so.
    private boolean underWay;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        transactions = database.transactions();
        wallet(WalletInfo.TREASURY, Tier.TREASURY, 0);
        start();
    }

    private void start() {
        sweep = new ExcessSweep(
                jdbc, new Wallets(), new Unlocked(), new Ledger(), new Rejecting(), transactions, () -> now);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aRejectedSweepIsMadeAgainAfterPausesThatDouble() {
        wallet(1, BASIC, ABOVE);

        sweep.step();
        assertThat(swept).containsExactly(1L);
        sweep.step();
        later(Duration.ofSeconds(9));
        assertThat(swept).as("rests").hasSize(1);
        later(Duration.ofSeconds(1));
        assertThat(swept).hasSize(2);
        later(Duration.ofSeconds(19));
        assertThat(swept).as("rests twice as long").hasSize(2);
        start();
        sweep.step();
        assertThat(swept).as("rests after a restart, too").hasSize(2);
        later(Duration.ofSeconds(1));
        assertThat(swept).hasSize(3);
        for (int i = 4; i <= 14; i++) {
            later(Duration.ofSeconds(640));
            assertThat(swept).as("a pause has a bound").hasSize(i);
        }
    }

    @Test
    void oneWalletsFailureStopsNoOther() {
        wallet(1, BASIC, ABOVE);
        wallet(2, BASIC, ABOVE);
        broken = 1;

        sweep.step();
        assertThat(swept).containsExactly(2L);
        broken = 0;
        sweep.step();
        assertThat(swept).as("both rest").hasSize(1);
        later(Duration.ofSeconds(10));
        assertThat(swept).containsExactly(2L, 1L, 2L);
    }

    /// A rebuilt wallet's money goes to nobody before, and at once after, though nothing comes in.
    @Test
    void whatARebuiltWalletHoldsTooMuchIsSweptOnceItsHolderIsKnown() {
        wallet(1, BASIC, ABOVE);
        jdbc.sql("update wallet set customer_id = null where number = 1").update();
        sweep.step();
        sweep.step();
        assertThat(swept).isEmpty();

        jdbc.sql("update wallet set customer_id = ? where number = 1")
                .param(new UUID(0, 1))
                .update();
        sweep.step();
        assertThat(swept).containsExactly(1L);
    }

    /// What is held is nobody's yet, and takes no place from what is free.
    @Test
    void whatIsHeldIsSweptOnceItIsReleased() {
        wallet(1, BASIC, ABOVE);
        jdbc.sql("update token set held = true where wallet = 1").update();
        jdbc.sql("insert into token values (?, 1, 50, '', 0, 1, null)")
                .param(network.newBytes(32))
                .update();
        sweep.step();
        assertThat(swept).isEmpty();

        jdbc.sql("update token set held = false where wallet = 1").update();
        sweep.step();
        assertThat(swept).containsExactly(1L);
    }

    /// What is on its way to the deposit changes nothing until it is there.
    @Test
    void whatIsLeavingAlreadyCostsNoStatementsOfItsOwn() {
        underWay = true;
        wallet(1, BASIC, ABOVE);
        sweep.step();
        assertThat(swept).containsExactly(1L);
        long atRest = statementsOfAStep();

        for (long number = 2; number <= 40; number++) {
            wallet(number, BASIC, ABOVE);
        }
        start();
        sweep.step();
        assertThat(swept).hasSize(40);

        assertThat(statementsOfAStep()).isEqualTo(atRest).isLessThanOrEqualTo(3);
        assertThat(swept).as("no wallet twice").hasSize(40);
    }

    private long statementsOfAStep() {
        long before = database.statements();
        sweep.step();
        return database.statements() - before;
    }

    @Test
    void aTierThatGoesDuringAStepStopsNoOtherWalletsSweep() {
        wallet(1, CLOSED, ABOVE);
        wallet(2, BASIC, ABOVE);
        looksBeforeChange = 3; // one for its version, one for each wallet

        sweep.step();

        assertThat(swept).containsExactly(2L);
    }

    @Test
    void aTierThatPaysNothingIsNotSwept() {
        wallet(1, CLOSED, ABOVE);
        wallet(2, BASIC, ABOVE);

        sweep.step();
        later(Duration.ofSeconds(10));

        assertThat(swept).containsExactly(2L, 2L);
    }

    /// A bank's own limit: it asks neither what the currency hides nor who audits it.
    @Test
    void sweepsWhatIsAboveTheLimitWhateverIsHidden() {
        long number = 10;
        List<Long> expected = new ArrayList<>();
        for (AuditedModel model : AuditedModel.values()) {
            TestNetwork hiding = model.economy(1).network();
            configuration = hiding.configuration();
            long limit = configuration.tier(BASIC).orElseThrow().holdingMax().minorUnits();
            hidden = new HiddenAddress(
                    Scalar.ofLong(number),
                    X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
            wallets.compute(WalletInfo.TREASURY, (_, treasury) -> hiding(treasury));
            wallet(number, BASIC, limit);
            wallet(number + 1, BASIC, limit + 7);
            start();
            expected.add(number + 1);

            sweep.step();

            assertThat(swept).as("%s", model).isEqualTo(expected);
            assertThat(jdbc.sql("select sum(amount) from payment where wallet = ?")
                            .param(number + 1)
                            .query(Long.class)
                            .single())
                    .as("%s: what is above the limit, and no more", model)
                    .isEqualTo(7);
            number += 2;
        }
    }

    private WalletInfo hiding(@Nullable WalletInfo treasury) {
        WalletInfo open = Objects.requireNonNull(treasury);
        return new WalletInfo(
                open.number(),
                open.customer(),
                open.holder(),
                open.iban(),
                open.address(),
                hidden,
                open.tier(),
                open.share(),
                open.custodial(),
                open.state());
    }

    private void later(Duration duration) {
        now = now.plus(duration);
        sweep.step();
    }

    private static NetworkConfiguration closing(NetworkConfiguration open) {
        return EditedConfiguration.of(open)
                .tiers(open.tiers().stream()
                        .map(tier ->
                                tier.id() == CLOSED ? new Tier(CLOSED, tier.name(), Amount.ZERO, Amount.of(100)) : tier)
                        .toList())
                .build();
    }

    private static NetworkConfiguration withoutClosed(NetworkConfiguration before) {
        return EditedConfiguration.of(before)
                .tiers(before.tiers().stream()
                        .filter(tier -> tier.id() != CLOSED)
                        .toList())
                .build();
    }

    private void wallet(long number, int tier, long holds) {
        boolean treasury = number == WalletInfo.TREASURY;
        UUID customer = new UUID(0, number);
        WalletAddress address = new WalletAddress(new OwnerKey(network.newKey().publicKey()), network.newId());
        if (!treasury) {
            jdbc.sql("insert into customer values (?, 'PERSON', 'Anna', '1980-05-05', 'LU', 'PASSPORT', 'X1', now())")
                    .param(customer)
                    .update();
        }
        jdbc.sql("""
            insert into wallet (number, customer_id, iban, custodial, owner_key, note_key, tier, state, proof,
                created_at)
            values (?, nullif(?, '00000000-0000-0000-0000-000000000000'::uuid), ?, true, ?, ?, ?, 'ENROLLED', '', now())
            """)
                .params(
                        number,
                        customer,
                        "XF" + number,
                        address.owner().value().toArray(),
                        address.noteKey().toArray(),
                        tier)
                .update();
        if (holds > 0) {
            jdbc.sql("insert into token values (?, ?, ?, '', 0, 1, null)")
                    .params(network.newBytes(32), number, holds)
                    .update();
        }
        wallets.put(
                number,
                new WalletInfo(
                        number,
                        treasury ? null : customer,
                        "Anna",
                        "XF" + number,
                        address,
                        hidden,
                        tier,
                        HoldingShare.WHOLE,
                        true,
                        WalletInfo.State.ENROLLED));
    }

    /// Accepts what the ledger will reject.
    private final class Rejecting implements PaymentService {
        @Override
        public List<Acceptance> acceptAll(List<PaymentOrder> orders, String traceId) {
            assertThat(orders).allMatch(order -> order.payee().isHidden() == (hidden != null));
            long wallet = orders.getFirst().wallet();
            if (wallet == broken) {
                throw new IllegalStateException("broken for this test");
            }
            swept.add(wallet);
            return orders.stream().map(order -> rejected(order, traceId)).toList();
        }

        private Acceptance rejected(PaymentOrder order, String traceId) {
            UUID id = new UUID(1, swept.size());
            jdbc.sql("""
                insert into payment (seq, version, id, wallet, payee, payee_owner, payee_name, payee_account,
                    amount, end_to_end_id, uetr, remittance, purpose, state, trace_id, accepted_at, final_at)
                values (nextval('payment_seq'), 0, ?, ?, '', '', '', '', ?, '', '', '', ?, ?, ?, ?, ?)
                """)
                    .params(
                            id,
                            order.wallet(),
                            order.amount().minorUnits(),
                            order.purpose().name(),
                            underWay ? "ACCEPTED" : "REJECTED",
                            traceId,
                            Timestamp.from(now),
                            Timestamp.from(now))
                    .update();
            return new Acceptance.Accepted(new PaymentView(
                    id,
                    order.wallet(),
                    order.payeeName(),
                    order.payeeAccount(),
                    order.payeeNameMatch(),
                    order.amount().minorUnits(),
                    "",
                    "",
                    "",
                    order.purpose().name(),
                    PaymentState.ACCEPTED,
                    "",
                    "",
                    0,
                    null,
                    0,
                    traceId,
                    "",
                    now,
                    null,
                    null,
                    null,
                    null));
        }

        @Override
        public Optional<PaymentView> payment(UUID id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<PaymentView> ofFile(UUID file) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<PaymentView> byTransaction(String transactionId) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Ledger implements LedgerAccess {
        @Override
        public NetworkId network() {
            return network.networkId();
        }

        @Override
        public NetworkConfiguration configuration() {
            if (looksBeforeChange == 0) {
                configuration = withoutClosed(configuration);
            }
            looksBeforeChange--;
            return configuration;
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
            throw new UnsupportedOperationException();
        }
    }

    private final class Wallets implements WalletBook {
        @Override
        public Optional<WalletInfo> wallet(long number) {
            return Optional.ofNullable(wallets.get(number));
        }

        @Override
        public Optional<WalletInfo> byIban(String iban) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, WalletInfo> byIbans(Collection<String> ibans) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<OwnerKey, Long> numbersOf(Collection<OwnerKey> owners) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PayerKeys keys(WalletInfo wallet) {
            throw new UnsupportedOperationException();
        }
    }

    /// One thread needs no locks.
    private static final class Unlocked implements Holdings {
        @Override
        public void lock(Collection<Long> wallets) {}

        @Override
        public void reserve(Collection<ClientTransaction> transactions) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void release(Collection<TransactionId> transactions) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Funds funds(long wallet) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean awaitsScreening(long wallet) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long block() {
            throw new UnsupportedOperationException();
        }
    }
}
