package io.florin.endorser.status.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerListener;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.store.adapter.PostgresTransactionStore;
import io.florin.endorser.store.adapter.StoreProperties;
import io.florin.endorser.store.adapter.StoreWriter;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Rows that an endorser writes for the statuses of blocks, in a real database: one statement however many blocks are
/// there and however many transactions they have, and a topic's position never without what was read up to it.
@NullUnmarked
class StatusesBySetsIT {
    /// Beyond twice the time for which transactions may wait, and some blocks more.
    private static final long KNOWN = 2_100;

    private final TestNetwork network = new TestNetwork(71);
    private final TestPayments payments = new TestPayments(network.genesis(), 71);
    private final List<TransactionId> settled = new ArrayList<>();
    private PostgresUnderTest postgres;
    private DriverManagerDataSource source;
    private CountedStatements database;
    private StoreWriter writer;
    private PostgresTransactionStore store;
    private LedgerPositionStore followed;
    private FollowedPosition view;
    private FollowerDriver driver;
    private long offset;

    @BeforeEach
    void open() {
        postgres = PostgresUnderTest.start("endorser_statuses");
        source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/endorser-service")
                .load()
                .migrate();
        database = new CountedStatements(source);
        writer = new StoreWriter(
                new TransactionTemplate(new JdbcTransactionManager(database)),
                new StoreProperties(64, 16),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                },
                "writer");
        writer.start();
        run();
    }

    /// A process on what was stored so far.
    private void run() {
        var jdbc = new JdbcTemplate(database);
        followed = new LedgerPositionStore(jdbc);
        view = new FollowedPosition(followed.position(network.configuration()));
        store = new PostgresTransactionStore(jdbc, writer, null, null, view.now(), InstantSource.system());
        driver = new FollowerDriver(
                network.networkId(),
                view,
                store,
                followed,
                new LedgerListener() {
                    @Override
                    public void settled(List<TransactionId> ids) {
                        settled.addAll(ids);
                    }

                    @Override
                    public void moved(LedgerPosition position) {}
                },
                InstantSource.system());
    }

    @AfterEach
    void close() {
        writer.close();
        postgres.close();
    }

    private List<TransactionId> stored(int count) {
        List<AcceptedTransaction> accepted = payments.accepted(count);
        store.store(accepted, true);
        return accepted.stream().map(AcceptedTransaction::id).toList();
    }

    /// The next record of the topic, as an honest committer writes it.
    private TopicRecord told(long block, TransactionStatus status, List<TransactionId> ids) {
        return told(block, status, ids, network.committer());
    }

    private TopicRecord told(long block, TransactionStatus status, List<TransactionId> ids, Ed25519KeyPair committer) {
        List<TransactionOutcome> outcomes = IntStream.range(0, ids.size())
                .mapToObj(i -> new TransactionOutcome(i, status, Optional.of(ids.get(i)), Bytes32.ZERO))
                .toList();
        var checkpoint =
                new Checkpoint(network.networkId(), block, Bytes32.ZERO, StateHash.statusRoot(outcomes), Bytes32.ZERO);
        byte[] value = new BlockStatuses(checkpoint, outcomes, 0, committer.sign(checkpoint.signedMessage())).encode();
        return new TopicRecord(new ConsumerRecord<>(Topics.STATUSES, 0, offset++, new byte[0], value));
    }

    private List<String> statuses() {
        return JdbcClient.create(database)
                .sql("select place || ' ' || coalesce(final_status, -1) || ' ' || coalesce(final_block, -1)"
                        + " from client_transaction order by place")
                .query(String.class)
                .list();
    }

    @Test
    void blocksThatAreThereTogetherAreOneStatement() {
        List<TransactionId> many = stored(64);
        List<TransactionId> some = stored(3);
        List<TransactionId> strangers = List.of(new TransactionId(network.newId()));

        assertThat(database.of(() -> driver.onStatuses(List.of(told(1, TransactionStatus.COMMITTED, many)))))
                .as("64 transactions, the height and the position")
                .isEqualTo(1);
        List<TopicRecord> blocks = List.of(
                told(2, TransactionStatus.COMMITTED, some.subList(0, 1)),
                told(3, TransactionStatus.COMMITTED, strangers),
                told(4, TransactionStatus.ABORTED_READ_CONFLICT, some.subList(1, 2)),
                told(5, TransactionStatus.COMMITTED, some.subList(2, 3)));
        assertThat(database.of(() -> driver.onStatuses(blocks))).isEqualTo(1);

        assertThat(statuses().subList(0, 64)).allMatch(each -> each.endsWith(" 1 1"));
        assertThat(statuses().subList(64, 67)).containsExactly("65 1 2", "66 2 4", "67 1 5");
        assertThat(view.now().height()).isEqualTo(5);
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isEqualTo(5);
        assertThat(settled).hasSize(68);
    }

    /// From a height on at which nothing of before the start can commit any more. What was followed without being kept
    /// is read again by the next process.
    @Test
    void blocksWithoutAnythingThatIsHeldAreNoStatements() {
        List<TransactionId> strangers = List.of(new TransactionId(network.newId()));
        driver.onStatuses(List.of(told(KNOWN, TransactionStatus.COMMITTED, strangers)));
        List<TransactionId> own = stored(1);

        assertThat(database.of(() -> {
                    for (int i = 1; i <= 40; i++) {
                        driver.onStatuses(List.of(told(KNOWN + i, TransactionStatus.COMMITTED, strangers)));
                    }
                }))
                .isZero();
        assertThat(view.now().height()).isEqualTo(KNOWN + 40);
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isEqualTo(1);

        TopicRecord ours = told(KNOWN + 41, TransactionStatus.COMMITTED, own);
        assertThat(database.of(() -> driver.onStatuses(List.of(ours)))).isEqualTo(1);
        assertThat(statuses()).containsExactly("1 1 " + (KNOWN + 41));
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isEqualTo(42);
        assertThat(database.of(() -> driver.onStatuses(List.of(ours))))
                .as("the same by another committer")
                .isZero();
        for (int i = 42; i <= 42 + 64; i++) {
            driver.onStatuses(List.of(told(KNOWN + i, TransactionStatus.COMMITTED, strangers)));
        }
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isGreaterThanOrEqualTo(42 + 64);
    }

    @Test
    void whatAnEarlierProcessStoredIsSettledByThisOne() {
        List<TransactionId> own = stored(2);
        driver.onStatuses(List.of(told(KNOWN, TransactionStatus.COMMITTED, own.subList(0, 1))));
        run();
        driver.onStatuses(List.of(told(KNOWN + 1, TransactionStatus.COMMITTED, List.of())));
        driver.onStatuses(List.of(told(KNOWN + 900, TransactionStatus.COMMITTED, own.subList(1, 2))));
        assertThat(statuses()).containsExactly("1 1 " + KNOWN, "2 1 " + (KNOWN + 900));
    }

    /// A transaction that never was ordered is forgotten when it has expired, so that memory is bounded.
    @Test
    void whatHasExpiredLongAgoIsNotWaitedFor() {
        List<TransactionId> own = stored(1);
        List<TransactionId> strangers = List.of(new TransactionId(network.newId()));
        driver.onStatuses(List.of(told(KNOWN, TransactionStatus.COMMITTED, strangers)));
        assertThat(database.of(
                        () -> driver.onStatuses(List.of(told(KNOWN + 100, TransactionStatus.ABORTED_EXPIRED, own)))))
                .isZero();
    }

    /// The first word holds, also among those that come together.
    @Test
    void aStatusThatWasToldStays() {
        List<TransactionId> ids = stored(2);
        driver.onStatuses(List.of(
                told(1, TransactionStatus.COMMITTED, ids.subList(0, 1)),
                told(2, TransactionStatus.ABORTED_EXPIRED, ids)));
        driver.onStatuses(List.of(told(3, TransactionStatus.COMMITTED, ids)));
        assertThat(statuses()).containsExactly("1 1 1", "2 3 2");
    }

    @Test
    void aRecordThatNobodySignedIsPassedOver() {
        List<TransactionId> ids = stored(1);
        TopicRecord forged = told(2, TransactionStatus.ABORTED_EXPIRED, ids, network.newKey());
        TopicRecord genuine = told(1, TransactionStatus.COMMITTED, ids);

        assertThat(driver.onStatuses(List.of(forged, genuine))).containsExactly(forged);
        assertThat(statuses()).containsExactly("1 1 1");
        assertThat(view.now().height()).isEqualTo(1);
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isEqualTo(2);
    }

    /// Nothing is kept, and nobody hears of it; the next process reads it again.
    @Test
    void aPositionIsNotKeptWithoutItsStatuses() {
        List<TransactionId> ids = stored(1);
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql("alter table client_transaction add constraint away check (final_status is null)")
                .update();
        TopicRecord told = told(1, TransactionStatus.COMMITTED, ids);
        assertThatThrownBy(() -> driver.onStatuses(List.of(told))).isInstanceOf(RuntimeException.class);
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isZero();
        assertThat(view.now().height()).isZero();
        assertThat(settled).isEmpty();

        jdbc.sql("alter table client_transaction drop constraint away").update();
        run();
        assertThat(driver.onStatuses(List.of(told))).isEmpty();
        assertThat(driver.onStatuses(List.of(told))).as("again").isEmpty();
        assertThat(statuses()).containsExactly("1 1 1");
        run();
        assertThat(view.now().height()).isEqualTo(1);
    }

    /// Blocks behind a change of the configuration are checked under the new one, though all came together.
    @Test
    void aCommitterThatWasReplacedIsNotBelievedBehindTheChange() {
        Ed25519KeyPair next = network.newKey();
        ConfigurationChange change = change(next);
        List<TransactionId> ids = stored(2);
        store.store(List.of(payments.accepted(change)), true);
        TopicRecord first = told(1, TransactionStatus.COMMITTED, List.of(change.id()));
        TopicRecord forged = told(2, TransactionStatus.ABORTED_EXPIRED, ids);
        TopicRecord genuine = told(2, TransactionStatus.COMMITTED, ids, next);

        assertThat(driver.onStatuses(List.of(first, forged, genuine))).containsExactly(forged);

        assertThat(statuses()).containsExactly("1 1 2", "2 1 2", "3 1 1");
        assertThat(view.now().configuration().version()).isEqualTo(2);
        assertThat(view.now().height()).isEqualTo(2);
        assertThat(followed.nextOffset(Topics.STATUSES, 0)).isEqualTo(3);
    }

    /// Of which nothing is in what came together that the committer before it signed.
    @Test
    void whatANewCommitterSignsBehindItsChangeIsKept() {
        Ed25519KeyPair next = network.newKey();
        ConfigurationChange change = change(next);
        List<TransactionId> ids = stored(2);
        store.store(List.of(payments.accepted(change)), true);
        TopicRecord first = told(1, TransactionStatus.COMMITTED, List.of(change.id()));
        TopicRecord second = told(2, TransactionStatus.COMMITTED, ids.subList(0, 1), next);
        TopicRecord third = told(3, TransactionStatus.COMMITTED, ids.subList(1, 2), next);

        assertThat(driver.onStatuses(List.of(first, second, third))).isEmpty();

        assertThat(statuses()).containsExactly("1 1 2", "2 1 3", "3 1 1");
        assertThat(view.now().height()).isEqualTo(3);
    }

    private ConfigurationChange change(Ed25519KeyPair committer) {
        Committers now = network.configuration().committers();
        var next = EditedConfiguration.of(network.configuration())
                .version(2)
                .committers(new Committers(now.liars(), List.of(committer.publicKey())))
                .build();
        var header = new TransactionHeader(
                network.networkId(),
                NamespaceId.CONFIGURATION,
                1,
                1,
                100,
                Bytes.of(network.newBytes(TransactionHeader.NONCE_SIZE)));
        return new ConfigurationChange(header, next, List.of());
    }
}
