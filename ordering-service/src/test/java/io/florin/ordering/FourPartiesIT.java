package io.florin.ordering;

import static io.florin.ordering.OrderingCluster.PARTIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.bundle.Bundle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Four whole parties with their consensus, Kafka and certificates: what stops, goes on, and stays the same.
class FourPartiesIT {
    private static final Duration WAIT = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @Test
    void orderAlikeWhateverStopsAndStarts() throws Exception {
        try (var cluster = OrderingCluster.with(directory)) {
            List<Bundle> all = new ArrayList<>();
            step("four parties");
            cluster.start(PARTIES);
            order(cluster, all, 200, PARTIES);
            topicsHoldTheChain(cluster, PARTIES);

            step("party 1, the first leader, stops: three go on");
            cluster.stop(List.of(1));
            order(cluster, all, 20, List.of(2, 3, 4));

            step("party 3 stops: nothing goes on");
            cluster.stop(List.of(3));
            long height = cluster.blocks(2).head().number();
            List<Bundle> waiting = cluster.bundles(5);
            cluster.publish(waiting);
            await().during(Duration.ofSeconds(5))
                    .atMost(Duration.ofSeconds(6))
                    .until(() -> cluster.blocks(2).head().number() == height
                            && cluster.blocks(4).head().number() == height);

            step("party 3 comes back: what waited is ordered");
            cluster.start(List.of(3));
            all.addAll(waiting);
            order(cluster, all, 20, List.of(2, 3, 4));

            step("party 1 comes back and catches up");
            cluster.start(List.of(1));
            order(cluster, all, 20, PARTIES);

            step("all four stop and start: the same chain goes on");
            List<Block> before = cluster.chain(2);
            cluster.stop(PARTIES);
            cluster.start(PARTIES);
            order(cluster, all, 20, PARTIES);
            assertThat(cluster.chain(2).stream().map(Block::header))
                    .startsWith(before.stream().map(Block::header).toArray(BlockHeader[]::new));
            topicsHoldTheChain(cluster, PARTIES);
        }
    }

    private static void step(String what) {
        System.out.println("=== " + what);
    }

    /// Publishes bundles and waits until all these parties' blocks carry all of them.
    private static void order(OrderingCluster cluster, List<Bundle> all, int count, List<Integer> parties)
            throws Exception {
        List<Bundle> fresh = cluster.bundles(count);
        all.addAll(fresh);
        cluster.publish(fresh);
        List<Bytes32> digests = OrderingCluster.digests(fresh);
        await().atMost(WAIT)
                .untilAsserted(
                        () -> parties.forEach(party -> assertThat(digests).allMatch(cluster.blocks(party)::contains)));
        chainsAreOne(cluster, all, parties);
    }

    /// The same certified blocks at all parties, each bundle once.
    private static void chainsAreOne(OrderingCluster cluster, List<Bundle> all, List<Integer> parties) {
        await().atMost(WAIT)
                .until(() -> parties.stream()
                                .map(party -> cluster.blocks(party).head())
                                .distinct()
                                .count()
                        == 1);
        List<Block> chain = cluster.chain(parties.getFirst());
        parties.forEach(party -> assertThat(cluster.chain(party).stream().map(Block::header))
                .containsExactlyElementsOf(chain.stream().map(Block::header).toList()));
        Bytes32 previous = cluster.genesis().networkId().value();
        Set<Bytes> seen = new HashSet<>();
        for (Block block : chain) {
            assertThat(block.header().previousHash()).isEqualTo(previous);
            assertThat(block.matchesRoot()).isTrue();
            assertThat(block.certificate()
                            .flaw(block.header(), cluster.genesis().configuration()))
                    .isEqualTo(Optional.empty());
            assertThat(block.entries()).allMatch(seen::add);
            previous = block.header().hash();
        }
        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(bundle -> Bytes.of(bundle.encode())).toList());
    }

    private static void topicsHoldTheChain(OrderingCluster cluster, List<Integer> parties) {
        for (int party : parties) {
            List<Block> chain = cluster.chain(party);
            await().atMost(WAIT).until(() -> cluster.topic(party).size() >= chain.size());
            assertThat(cluster.topic(party).stream().map(Block::header).distinct())
                    .containsExactlyElementsOf(chain.stream().map(Block::header).toList());
        }
    }
}
