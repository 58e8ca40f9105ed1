package io.florin.auditor;

import static org.awaitility.Awaitility.await;

import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.PostgresUnderTest;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.TestParties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;

/// Time that an auditor takes to be ready again behind a chain of blocks with twenty transactions each, from genesis
/// and from a snapshot: `StartTimes [blocks]`. The service logs the time of the replay; this prints the whole start.
final class StartTimes {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final int TRANSACTIONS = 20;

    private StartTimes() {}

    public static void main(String[] arguments) throws Exception {
        int blocks = arguments.length == 0 ? 2_000 : Integer.parseInt(arguments[0]);
        Path directory = Files.createTempDirectory("auditor-start-times");
        try (KafkaUnderTest kafka = KafkaUnderTest.start();
                PostgresUnderTest postgres = PostgresUnderTest.start("auditor");
                TestParties parties = new TestParties(directory.resolve("network"), 71);
                AuditorUnderTest auditor = new AuditorUnderTest(kafka, postgres, parties)) {
            String[] settings = {
                "--florin.auditor.supply.recount-blocks=100", "--florin.auditor.trail.snapshot-blocks=" + blocks
            };
            auditor.start(settings);
            for (int i = 0; i < blocks; i++) {
                ClientTransaction[] some = IntStream.range(0, TRANSACTIONS)
                        .mapToObj(value -> auditor.money.issue(1 + value))
                        .toArray(ClientTransaction[]::new);
                Block block = auditor.chain.append(some);
                auditor.toTopic(1, i + 1, block.encode());
            }
            awaitBlock(auditor, blocks);
            await().atMost(PATIENCE)
                    .until(() ->
                            auditor.section("blocks").get("snapshotAtBlock").asLong() == blocks);
            auditor.stop();
            System.out.println("from a snapshot: " + start(auditor, blocks, settings) + " ms for the whole start");
            System.out.println("from a snapshot: " + start(auditor, blocks, settings) + " ms for the whole start");
            auditor.sql("delete from audit_snapshot; delete from audit_snapshot_part");
            System.out.println("from genesis: " + start(auditor, blocks, settings) + " ms for the whole start");
        }
    }

    private static long start(AuditorUnderTest auditor, int blocks, String... settings) throws Exception {
        long began = System.nanoTime();
        auditor.start(settings);
        awaitBlock(auditor, blocks);
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        auditor.stop();
        return millis;
    }

    private static void awaitBlock(AuditorUnderTest auditor, long block) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> auditor.supply().get("block").asLong() == block
                        && auditor.get("/actuator/health/ready").statusCode() == 200);
    }
}
