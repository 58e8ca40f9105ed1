package io.florin.ordering;

import static io.florin.ordering.OrderingCluster.PARTIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
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
    private static final Duration WAIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void orderAlikeWhateverStopsAndStarts() throws Exception {
        try (var cluster = new OrderingCluster(directory)) {
            cluster.start(PARTIES);
            List<Bundle> all = new ArrayList<>();
            order(cluster, all, 200, PARTIES);
            topicsHoldTheChain(cluster, PARTIES);
        }
    }

    /// Publishes bundles and waits until all these parties' blocks carry all of them.
    private static void order(OrderingCluster cluster, List<Bundle> all, int count, List<Integer> parties)
            throws Exception {
        List<Bundle> fresh = cluster.bundles(count);
        all.addAll(fresh);
        cluster.publish(fresh);
        List<Bytes32> digests = OrderingCluster.digests(fresh);
        await().atMost(WAIT).untilAsserted(() -> parties.forEach(
                party -> assertThat(digests).allMatch(cluster.blocks(party)::contains)));
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
            assertThat(block.certificate().flaw(block.header(), cluster.genesis().configuration()))
                    .isEqualTo(Optional.empty());
            assertThat(block.entries()).allMatch(seen::add);
            previous = block.header().hash();
        }
        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(all.stream()
                        .map(bundle -> Bytes.of(bundle.encode()))
                        .toList());
    }

    private static void topicsHoldTheChain(OrderingCluster cluster, List<Integer> parties) {
        for (int party : parties) {
            List<Block> chain = cluster.chain(party);
            await().atMost(WAIT).until(() -> cluster.topic(party).size() >= chain.size());
            assertThat(cluster.topic(party).stream().map(Block::header).distinct())
                    .containsExactlyElementsOf(
                            chain.stream().map(Block::header).toList());
        }
    }
}
