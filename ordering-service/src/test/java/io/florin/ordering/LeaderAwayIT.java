package io.florin.ordering;

import static io.florin.ordering.OrderingCluster.PARTIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.ledger.bundle.Bundle;
import io.florin.ordering.chain.adapter.ChainLoop;
import io.florin.ordering.protocol.Parties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The party that leads the group dies while bundles come: how long the others make no block.
class LeaderAwayIT {
    private static final Duration WAIT = Duration.ofSeconds(90);
    private static final Duration EVERY = Duration.ofMillis(50);
    private static final int BEFORE = 40;

    @TempDir
    private Path directory;

    @Test
    void blocksGoOnSoonAfterTheLeaderDied() throws Exception {
        try (var cluster = OrderingCluster.with(
                directory, "--florin.ordering.consensus.timeout=4s", "--florin.ordering.stand-in=2s")) {
            cluster.start(PARTIES);
            List<Bundle> all = new ArrayList<>();
            List<Bundle> first = cluster.bundles(1);
            cluster.publish(first);
            all.addAll(first);
            await().atMost(WAIT).until(() -> carried(cluster, PARTIES, all));

            long round = cluster.bean(1, ChainLoop.class).view().opened();
            int leader = cluster.bean(1, Parties.class).leaderOf(round);
            List<Integer> others =
                    PARTIES.stream().filter(party -> party != leader).toList();
            int witness = others.getFirst();
            var failure = new AtomicReference<Throwable>();
            var enough = new CountDownLatch(1);
            List<Bundle> stream = cluster.bundles(2000);
            Thread load = Thread.ofVirtual().start(() -> publish(cluster, stream, all, enough, failure));
            long height = cluster.blocks(witness).head().number();
            await().atMost(WAIT).until(() -> cluster.blocks(witness).head().number() > height + BEFORE);

            long died = System.nanoTime();
            cluster.crash(leader);
            Duration gap = longestGap(cluster, witness, died);
            System.out.println("=== party " + leader + " led round " + round + "; no block for " + gap.toMillis() + " ms");
            enough.countDown();
            load.join();
            cluster.stop(List.of(leader));

            assertThat(failure.get()).isNull();
            await().atMost(WAIT).until(() -> carried(cluster, others, List.copyOf(all)));
            assertThat(cluster.bean(witness, ChainLoop.class).view().opened())
                    .as("the same round")
                    .isEqualTo(round);
            assertThat(cluster.gauge(witness, "florin.ordering.consenter.leaders"))
                    .as("one change of leader")
                    .isEqualTo(1);
            assertThat(gap).isLessThan(Duration.ofSeconds(5));
        }
    }

    private static boolean carried(OrderingCluster cluster, List<Integer> parties, List<Bundle> bundles) {
        return parties.stream().allMatch(party -> OrderingCluster.digests(bundles).stream()
                .allMatch(digest -> cluster.blocks(party).contains(digest)));
    }

    private static void publish(
            OrderingCluster cluster,
            List<Bundle> stream,
            List<Bundle> all,
            CountDownLatch enough,
            AtomicReference<Throwable> failure) {
        try {
            for (Bundle bundle : stream) {
                cluster.publish(List.of(bundle));
                all.add(bundle);
                if (enough.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (Exception failed) {
            failure.set(failed);
        }
    }

    /// The longest pause until some tens of blocks have come.
    private static Duration longestGap(OrderingCluster cluster, int witness, long fromNanos) {
        long[] last = {fromNanos, cluster.blocks(witness).head().number(), 0, 0};
        await().atMost(WAIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    long now = System.nanoTime();
                    long height = cluster.blocks(witness).head().number();
                    if (height > last[1]) {
                        last[2] = Math.max(last[2], now - last[0]);
                        last[0] = now;
                        last[3] += height - last[1];
                        last[1] = height;
                    }
                    return last[3] >= 40;
                });
        return Duration.ofNanos(last[2]);
    }
}
