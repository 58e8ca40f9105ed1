package io.florin.instant.ledger.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.authority.adapter.AloneAuthority;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.authority.adapter.ShardLimits;
import io.florin.instant.authority.adapter.ShardReport;
import io.florin.instant.ledger.LedgerOfRail;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.runtime.Failure;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.chain.ResultReader;
import io.florin.testkit.Patience;
import io.florin.testkit.Seeded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.ResourceAccessException;

/// An authority behind a ledger: deposits once, whatever is killed when.
class LedgerFollowerTest {

    private static final ShardLimits ROOMY = new ShardLimits(64, 1024, Duration.ofMillis(20), 1_000);
    private static final ShardLimits NARROW = new ShardLimits(64, 1, Duration.ofMillis(20), 1_000);

    private final LedgerOfRail ledger = new LedgerOfRail(22);
    private final TestNetwork network = ledger.testNetwork();
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
    private final List<Ed25519KeyPair> owners =
            Stream.generate(network::newKey).limit(8).toList();
    private final InstantLog log = new InstantLog(1);
    private ResultsApi committer = ledger.results();

    @TempDir
    private Path directory;

    /// A process as far as the ledger goes, on one directory.
    private final class Node implements AutoCloseable {
        private final Path place;
        private final ShardLimits limits;
        private final LedgerFollower follower;
        private Optional<RailAuthority> authority = Optional.empty();

        Node(Path place, ShardLimits limits, int blocksMax) {
            this.place = place;
            this.limits = limits;
            this.follower = new LedgerFollower(
                    ledger.genesis(),
                    configured.id(),
                    new ResultReader(List.of((ResultsApi) new Committer()), (_, _, reason) -> {
                        throw new AssertionError(reason);
                    }),
                    new PositionFile(place),
                    new LedgerFollower.Bounds(blocksMax, Duration.ZERO),
                    log,
                    this::open);
            follower.begin();
        }

        private RailAuthority open(InstantRail found) {
            RailAuthority opened = AloneAuthority.start(rail, found, limits, place.resolve("journals"));
            authority = Optional.of(opened);
            return opened;
        }

        /// Comes to the ledger's end.
        Node follow() {
            await().pollInterval(Duration.ofMillis(1)).atMost(Patience.LIMIT).until(() -> {
                follower.step();
                return follower.told() == ledger.height();
            });
            return this;
        }

        List<ShardReport> reports() {
            List<ShardReport> all = new ArrayList<>();
            for (int shard = 0; shard < AloneAuthority.SHARDS; shard++) {
                int number = shard;
                CompletableFuture<ShardReport> report = new CompletableFuture<>();
                await().atMost(Patience.LIMIT)
                        .until(() -> authority.orElseThrow().report(number, report::complete));
                all.add(report.orTimeout(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .join());
            }
            return all;
        }

        long deposited() {
            return reports().stream()
                    .mapToLong(report -> report.deposited().minorUnits())
                    .sum();
        }

        /// What is not on the disk is lost.
        @Override
        public void close() {
            authority.ifPresent(RailAuthority::close);
        }
    }

    /// Whatever the committer is now.
    private final class Committer implements ResultsApi {
        @Override
        public byte[] results(long from, int limit, long waitMillis) {
            return committer.results(from, limit, waitMillis);
        }

        @Override
        public byte[] checkpoints(long from, int limit) {
            return committer.checkpoints(from, limit);
        }
    }

    /// @return what was deposited
    private long deposits(int count, Random random) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long amount = 1 + random.nextInt(1000);
            ledger.deposit(configured, owners.get(random.nextInt(owners.size())), amount);
            sum += amount;
        }
        return sum;
    }

    private void emptyBlocks(int count) {
        for (int i = 0; i < count; i++) {
            ledger.cut();
        }
    }

    @Test
    void anAuthorityIsOpenedWhenTheLedgerHasItsRail() {
        emptyBlocks(3);
        try (Node node = new Node(directory, ROOMY, 10)) {
            assertThat(node.follower.step()).isEqualTo(3);
            assertThat(node.authority).isEmpty();
            assertThat(node.follower.trouble()).contains("no rail 1 yet");

            ledger.rails(configured);
            long sum = deposits(3, new Random(1));
            node.follow();

            assertThat(node.deposited()).isEqualTo(sum);
            assertThat(node.reports()).extracting(ShardReport::height).containsOnly(ledger.height());
            assertThat(node.follower.trouble()).isEmpty();
        }
    }

    /// At each start the journals say from where on; what they have is told again and changes nothing.
    @Seeded
    void aKillBetweenAnyTwoStepsLosesNothingAndCountsNothingTwice(long seed) throws Exception {
        Random random = new Random(seed);
        ledger.rails(configured);
        long sum = deposits(12, random);
        Path killed = Files.createDirectory(directory.resolve("killed"));
        Path other = Files.createDirectory(directory.resolve("other"));
        for (int life = 0; life < 6; life++) {
            // without room, a block is told in several steps
            ShardLimits limits = random.nextBoolean() ? NARROW : ROOMY;
            try (Node node = new Node(killed, limits, 1 + random.nextInt(4))) {
                for (int steps = random.nextInt(8); steps > 0; steps--) {
                    node.follower.step();
                }
                if (random.nextBoolean()) { // what was told comes to the disk, and what was not does not
                    await().during(Duration.ofMillis(20)).until(() -> true);
                }
            }
        }
        try (Node survivor = new Node(killed, ROOMY, 10).follow();
                Node undisturbed = new Node(other, ROOMY, 10).follow()) {
            assertThat(survivor.deposited()).isEqualTo(sum);
            assertThat(survivor.reports())
                    .extracting(ShardReport::stateHash)
                    .isEqualTo(undisturbed.reports().stream()
                            .map(ShardReport::stateHash)
                            .toList());
        }
    }

    /// It only saves reading: journals that were lost, or lag behind it, decide.
    @Test
    void aPositionAheadOfTheJournalsIsNotBelieved() throws Exception {
        ledger.rails(configured);
        long sum = deposits(4, new Random(2));
        emptyBlocks(200);
        try (Node node = new Node(directory, ROOMY, 100).follow()) {
            assertThat(node.deposited()).isEqualTo(sum);
        }
        assertThat(new PositionFile(directory).read(ledger.genesis()).number()).isGreaterThan(60);
        Files.move(directory.resolve("journals"), directory.resolve("lost"));

        try (Node node = new Node(directory, ROOMY, 100).follow()) {
            assertThat(node.deposited()).isEqualTo(sum);
        }
    }

    @Test
    void aStartReadsOnFromThePosition() {
        ledger.rails(configured);
        long sum = deposits(4, new Random(2));
        emptyBlocks(200);
        try (Node node = new Node(directory, ROOMY, 100).follow()) {
            assertThat(node.deposited()).isEqualTo(sum);
            await().atMost(Patience.LIMIT)
                    .until(() -> node.reports().stream().allMatch(report -> report.height() == ledger.height()));
        }
        List<Long> asked = new ArrayList<>();
        ResultsApi whole = ledger.results();
        committer = new ResultsApi() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                asked.add(from);
                return whole.results(from, limit, waitMillis);
            }

            @Override
            public byte[] checkpoints(long from, int limit) {
                return whole.checkpoints(from, limit);
            }
        };
        sum += deposits(1, new Random(3));
        try (Node node = new Node(directory, ROOMY, 100).follow()) {
            assertThat(node.deposited()).isEqualTo(sum);
        }
        assertThat(asked.getFirst()).as("not from genesis on").isGreaterThan(60);
    }

    @Test
    void aShardWithoutRoomIsToldTheSameAgainInOrder() {
        ledger.rails(configured);
        long sum = deposits(20, new Random(4));
        try (Node node = new Node(directory, NARROW, 100).follow()) {
            await().atMost(Patience.LIMIT).until(() -> node.deposited() == sum);
            await().atMost(Patience.LIMIT)
                    .until(() -> node.reports().stream().allMatch(report -> report.height() == ledger.height()));
        }
    }

    @Test
    void aCommitterThatIsSilentIsTroubleUntilItAnswers() {
        ledger.rails(configured);
        long sum = deposits(1, new Random(5));
        ResultsApi answering = committer;
        try (Node node = new Node(directory, ROOMY, 100)) {
            committer = new ResultsApi() {
                @Override
                public byte[] results(long from, int limit, long waitMillis) {
                    throw new ResourceAccessException("http://10.0.0.1 is away");
                }

                @Override
                public byte[] checkpoints(long from, int limit) {
                    throw new ResourceAccessException("away");
                }
            };
            assertThatThrownBy(node.follower::step).isInstanceOf(Failure.class);
            assertThat(node.follower.trouble()).isEqualTo("no committer answers");
            committer = answering;
            assertThat(node.follow().deposited()).isEqualTo(sum);
            assertThat(node.follower.trouble()).isEmpty();
        }
    }

    @Test
    void aStoppedAuthorityIsToldNothing() {
        ledger.rails(configured);
        try (Node node = new Node(directory, ROOMY, 100).follow()) {
            deposits(1, new Random(6));
            node.authority.orElseThrow().close();
            assertThat(node.follower.step()).isZero();
            assertThat(node.follower.told()).isLessThan(ledger.height());
        }
    }
}
