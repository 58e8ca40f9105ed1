package io.florin.committer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.committer.simulation.Workload;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Receipt;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.CommitterInternalApi.ReconciliationSummary;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.Patience;
import io.florin.testnodes.CommitterUnderTest;
import io.florin.testnodes.CommitterUnderTest.Neighbours;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The committer service with real Kafka, TLS ports and disks. All tests share them, since a start takes longer than a
/// test; in this order, because the last one stops Kafka for good.
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CommitterServiceIT {

    private static final Duration SOON = Patience.LIMIT;
    private static final int WAIT_MILLIS = 15_000;
    private static final String REFUSED = "florin.committer.intake.refused";
    private static final String SWITCHES = "florin.committer.intake.switches";

    private static final Workload WORKLOAD = new Workload(77, 12, 25);
    private static final TestNetwork NETWORK = WORKLOAD.network();
    private static Neighbours neighbours;
    private static KafkaUnderTest kafka;
    private static boolean kafkaStopped;
    private CommitterUnderTest committer;

    @BeforeAll
    static void startNeighbours(@TempDir Path directory) throws Exception {
        neighbours = Neighbours.start(NETWORK, directory);
        kafka = KafkaUnderTest.start();
    }

    @AfterAll
    static void stopNeighbours() {
        neighbours.close();
        stopKafka();
    }

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        neighbours.clear();
        committer = new CommitterUnderTest(neighbours, kafka, directory).start();
    }

    @AfterEach
    void stop() {
        committer.close();
    }

    private static void stopKafka() {
        if (!kafkaStopped) {
            kafkaStopped = true;
            kafka.close();
        }
    }

    private Block block(int number) {
        return WORKLOAD.blocks().get(number - 1);
    }

    private void awaitBlock(long number) {
        await().atMost(SOON).until(() -> committer.api().head().number() >= number);
    }

    private void requireOracleState(int number) {
        assertThat(committer.api().head().stateHash())
                .isEqualTo(WORKLOAD.expected()
                        .get(number - 1)
                        .checkpoint()
                        .stateHash()
                        .toHex());
    }

    @Test
    void followsATopicPublishesStatusesAndResumesAfterARestart() throws Exception {
        Instant started = Instant.now().minusMillis(1);
        for (int number = 1; number <= 5; number++) {
            committer.publish(1, block(number));
        }
        awaitBlock(5);
        requireOracleState(5);
        BlockTimes times = committer.api().times(5);
        assertThat(times.received()).isAfter(started).isBeforeOrEqualTo(times.completed());
        assertThat(times.completed()).isBeforeOrEqualTo(Instant.now());
        committer.stop();
        for (int number = 4; number <= 9; number++) {
            committer.publish(1, block(number));
        }
        committer.start();
        awaitBlock(9);
        requireOracleState(9);
        assertThat(committer.api().times(5)).isEqualTo(times);
        assertThat(committer.metrics().get(REFUSED).counters())
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
        requirePublished(9);
        requireAnswers();
    }

    @Test
    void publishesTheStatusesOfTheLargestBlock() throws Exception {
        Block largest = new TestChain(NETWORK).appendEntries(LargestBlock.entries());
        int outcomes = OrderedTransaction.of(largest.entries()).size();
        assertThat(outcomes).isGreaterThan(22_500);
        committer.publish(1, largest);
        awaitBlock(1);

        BlockStatuses published = readStatuses(1).getLast();
        assertThat(published.outcomes()).hasSize(outcomes);
        assertThat(published.isAuthentic(NETWORK.configuration())).isTrue();
        assertThat(published.checkpoint())
                .isEqualTo(new SerialReplay(NETWORK.genesis()).apply(largest).checkpoint());
    }

    private void requirePublished(int blocks) {
        long last = 0;
        for (BlockStatuses statuses : readStatuses(blocks)) {
            long number = statuses.checkpoint().number();
            assertThat(number).isLessThanOrEqualTo(last + 1);
            last = Math.max(last, number);
            assertThat(statuses.isAuthentic(NETWORK.configuration())).isTrue();
            assertThat(statuses.checkpoint())
                    .isEqualTo(WORKLOAD.expected().get((int) number - 1).checkpoint());
        }
    }

    private List<BlockStatuses> readStatuses(int blocks) {
        List<BlockStatuses> read = Collections.synchronizedList(new ArrayList<>());
        try (var reader = new OrderedTopicReader(
                KafkaProperties.of(kafka.bootstrapServers()),
                "test-statuses",
                new TopicPartition(Topics.STATUSES, 0),
                () -> 0,
                batch -> batch.forEach(message -> read.add(BlockStatuses.decode(message.value()))),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                })) {
            reader.start();
            await().atMost(SOON)
                    .until(() -> !read.isEmpty() && read.getLast().checkpoint().number() == blocks);
        }
        return List.copyOf(read);
    }

    /// Asks until the block is there; an answer without it comes at the end of the wait and not before.
    private List<BlockResult> waited(long block) {
        while (true) {
            long began = System.nanoTime();
            List<BlockResult> found = results(block, WAIT_MILLIS);
            if (!found.isEmpty()) {
                return found;
            }
            assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS - 1));
        }
    }

    private void requireAnswers() throws Exception {
        var outcome = WORKLOAD.expected().get(8).outcomes().stream()
                .filter(found -> found.status().isCommitted())
                .findFirst()
                .orElseThrow();
        String id = outcome.id().orElseThrow().toHex();
        assertThat(committer.api().transaction(id).status()).isEqualTo("COMMITTED");
        Receipt receipt = Receipt.decode(committer.api().receipt(id));
        assertThat(receipt.flaw(NETWORK.configuration())).isEmpty();
        assertThat(committer.api().network().networkId())
                .isEqualTo(NETWORK.networkId().toHex());
        assertThat(results(8, 200)).extracting(BlockResult::number).containsExactly(8L, 9L);
        assertThat(results(10, 200)).isEmpty();
        var awaited = new FutureTask<>(() -> waited(10));
        Thread.ofVirtual().start(awaited);
        committer.publish(1, block(10));
        assertThat(awaited).succeedsWithin(Patience.LIMIT);
        assertThat(awaited.resultNow()).extracting(BlockResult::number).containsExactly(10L);
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(get(http, "/v3/api-docs").body())
                    .contains("\"openapi\":\"3.1", "Florin committer", "/v1/results", "final status")
                    .contains("#/components/schemas/Problem")
                    .doesNotContain("127.0.0.1", "/internal");
            assertThat(get(http, "/v1/transactions/xyz").statusCode()).isEqualTo(400);
            assertThat(get(http, "/v1/transactions/" + "00".repeat(32)).statusCode())
                    .isEqualTo(404);
            assertThat(get(http, "/v1/results?from=0&limit=1&waitMillis=0").statusCode())
                    .isEqualTo(400);
            assertThat(get(http, "/v1/blocks/5/times").body())
                    .containsPattern("\"received\":\"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\"");
            assertThat(get(http, "/v1/blocks/99/times").statusCode()).isEqualTo(404);
            assertThat(get(http, "/v1/blocks/x/times").statusCode()).isEqualTo(400);
            assertThat(get(http, "/internal/v1/reconciliation").statusCode()).isEqualTo(404);
            assertThat(get(http, "/actuator/health/ready").body()).contains("\"status\":\"UP\"");
            assertThat(get(http, "/actuator/health/quorum").body()).contains("\"answering\":2");
            assertThat(metrics(http))
                    .contains("florin_committer_status_height", "florin_committer_intake_lag")
                    .contains("florin_committer_status_blocks_slow_total");
        }
    }

    private List<BlockResult> results(long from, long waitMillis) {
        return BlockResult.decodeList(committer.api().results(from, 10, waitMillis));
    }

    private String metrics(HttpClient http) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create(committer.base() + "/actuator/prometheus"))
                                .header("Authorization", "Bearer metrics-of-a-test")
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private HttpResponse<String> get(HttpClient http, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(committer.base() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void refusesForgedRenumberedTruncatedAndForeignBlocksAndGoesOnElsewhere() throws Exception {
        committer.publish(1, block(1));
        awaitBlock(1);
        Block second = block(2);
        TestNetwork foreign = new TestNetwork(78);
        byte[] truncated = second.encode();
        committer.publish(1, 2, Arrays.copyOf(truncated, truncated.length - 7));
        // nobody claims more than the topic has, so nothing but the flaw makes the committer leave it
        await().atMost(SOON).until(() -> committer.counted(REFUSED, "unreadable") >= 1);
        for (int number = 1; number <= 3; number++) {
            neighbours.second().has(block(number));
        }
        awaitBlock(3);
        // a slow machine comes back to the topic before the second party has the block, and leaves it again
        assertThat(committer.counted(REFUSED, "unreadable")).isGreaterThanOrEqualTo(1);
        assertThat(committer.counted(SWITCHES, "flaw")).isEqualTo(committer.counted(REFUSED, "unreadable"));

        // the second party's store lies, then its topic, then the first party's store, until that tells the truth
        Block fourth = block(4);
        neighbours
                .second()
                .has(4, new Block(fourth.header(), NETWORK.certify(fourth.header(), 1, 2), fourth.entries()).encode());
        await().atMost(SOON).until(() -> committer.counted(REFUSED, "certificate") >= 1);
        assertThat(committer.api().head().number()).isEqualTo(3);
        committer.publish(
                2,
                4,
                foreign.block(4, fourth.header().previousHash(), fourth.entries())
                        .encode());
        await().atMost(SOON).until(() -> committer.counted(REFUSED, "network") >= 1);
        neighbours.first().has(4, block(5).encode());
        await().atMost(SOON).until(() -> committer.counted(REFUSED, "number") >= 1);
        assertThat(committer.api().head().number()).isEqualTo(3);
        requireOracleState(3);
        double unreadable = committer.counted(REFUSED, "unreadable");
        neighbours.first().has(4, new byte[0]);
        await().atMost(SOON).until(() -> committer.counted(REFUSED, "unreadable") > unreadable);
        neighbours.first().has(fourth);
        awaitBlock(4);
        requireOracleState(4);
    }

    @Test
    void garbageUnderAVictimsIdChangesNothingAndIsCounted() throws Exception {
        TestChain chain = new TestChain(NETWORK);
        Ed25519KeyPair alice = NETWORK.newKey();
        Issue issue = NETWORK.issue(NETWORK.header(100), NETWORK.newId(), new OwnerKey(alice.publicKey()), 700);
        Bundle genuine = NETWORK.endorse(List.of(issue));
        Bundle unsigned = new Bundle(
                genuine.namespace(),
                genuine.rulesVersion(),
                genuine.keyEpoch(),
                genuine.transactions(),
                genuine.audits(),
                Bytes.of(new byte[Bundle.SIGNATURE_SIZE]));
        Bundle ofAnotherNetwork = new TestNetwork(78).endorse(List.of(issue));
        committer.publish(1, chain.appendBundles(unsigned, ofAnotherNetwork, genuine));
        committer.publish(1, chain.appendBundles(ofAnotherNetwork, genuine));
        awaitBlock(2);

        var status = committer.api().transaction(issue.id().toHex());
        assertThat(status.status()).isEqualTo("COMMITTED");
        assertThat(List.of(status.block(), status.index())).containsExactly(1L, 2L);
        assertThat(committer.api().tokensOf(alice.publicKey().toHex()).tokens()).hasSize(1);
        assertThat(judged("malformed_endorsement")).isEqualTo(3);
        assertThat(judged("rejected_duplicate_tx_id")).isEqualTo(1);
        assertThat(judged("committed")).isEqualTo(1);
    }

    private double judged(String status) {
        return committer
                .metrics()
                .get("florin.committer.status.transactions")
                .tag("status", status)
                .counter()
                .count();
    }

    /// The last one, so that nobody needs the broker again.
    @Test
    @Order(Integer.MAX_VALUE)
    void leavesAWithheldTopicAndAKafkaThatIsGone() throws Exception {
        committer.publish(1, block(1));
        committer.publish(1, block(2));
        awaitBlock(2);
        neighbours.second().has(block(1)).has(block(2)).has(block(3));
        awaitBlock(3);
        assertThat(committer.counted(SWITCHES, "behind")).isPositive();
        stopKafka();
        for (int number = 4; number <= 8; number++) {
            neighbours.first().has(block(number));
            neighbours.second().has(block(number));
            awaitBlock(number);
        }
        requireOracleState(8);
    }

    @Test
    void restartsAtItsOwnHeightInATopicFullOfOldRecordsAndGarbage() throws Exception {
        for (int number = 1; number <= 6; number++) {
            committer.publish(1, block(number));
        }
        awaitBlock(6);
        committer.stop();
        committer.publishWithoutNumber(1, new byte[] {1, 2, 3});
        for (int number = 1; number <= 9; number++) {
            committer.publish(1, block(number));
        }
        committer.start();
        for (int number = 1; number <= 9; number++) {
            neighbours.first().has(block(number));
        }
        awaitBlock(9);
        requireOracleState(9);
    }

    @Test
    void holdsEndorsersToAccount() throws Exception {
        TestChain chain = new TestChain(NETWORK);
        Ed25519KeyPair alice = NETWORK.newKey();
        Ed25519KeyPair bob = NETWORK.newKey();
        Issue issue = NETWORK.issue(NETWORK.header(100), NETWORK.newId(), new OwnerKey(alice.publicKey()), 700, 300);
        Transfer honest = NETWORK.transfer(
                NETWORK.header(100),
                List.of(alice),
                List.of(TestNetwork.outputsOf(issue).get(0)),
                List.of(TestNetwork.token(bob, 700)));
        Transfer stolen = NETWORK.transfer(
                        NETWORK.header(100),
                        List.of(alice),
                        List.of(TestNetwork.outputsOf(issue).get(1)),
                        List.of(TestNetwork.token(bob, 300)))
                .withSignatures(List.of(Bytes.of(NETWORK.newBytes(64))));
        Issue secret = NETWORK.issue(NETWORK.header(100), NETWORK.newId(), new OwnerKey(bob.publicKey()), 1_000_000);
        neighbours.endorser().has(issue).has(honest).has(stolen);
        SerialReplay oracle = new SerialReplay(NETWORK.genesis());
        List<TransactionId> ids = List.of(issue.id(), honest.id(), stolen.id(), secret.id());
        Block block = chain.append(issue, honest, stolen, secret);
        assertThat(oracle.apply(block).committed()).hasSize(ids.size());
        committer.publish(1, block);
        awaitBlock(1);
        // one of three endorsers answers, so nobody can be accused of missing transactions, only of wrong ones
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(committer.reconciliation().reconciliation())
                        .isEqualTo(new ReconciliationSummary(1, 2, 1, 0, 1)));
        assertThat(neighbours.endorser().searches())
                .as("one for the block, some for what is open")
                .isBetween(1, 1 + 3 * 20);
        assertThat(committer.reconciliation().accusations(0, 10))
                .singleElement()
                .satisfies(accusation -> {
                    assertThat(accusation.kind()).isEqualTo("WRONG");
                    assertThat(accusation.transactionId()).isEqualTo(stolen.id().toHex());
                    assertThat(accusation.reason()).isEqualTo("bad-owner-signature");
                });
        committer.stop();
        committer.start();
        neighbours.endorser().has(secret);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(committer.reconciliation().reconciliation())
                        .isEqualTo(new ReconciliationSummary(1, 3, 0, 0, 1)));
    }
}
