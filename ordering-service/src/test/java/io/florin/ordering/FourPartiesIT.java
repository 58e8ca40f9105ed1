package io.florin.ordering;

import static io.florin.ordering.OrderingCluster.PARTIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.bundle.Bundle;
import io.florin.ordering.chain.adapter.ChainLoop;
import io.florin.ordering.protocol.Parties;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.HttpClientErrorException;

/// Four whole parties with their consensus, Kafka and certificates: what stops, goes on, and stays the same.
class FourPartiesIT {
    private static final Duration WAIT = Patience.LIMIT;
    private static final Duration EVERY = Duration.ofMillis(50);
    private static final int BURST = 40;

    /// The library's own timer, by which it would give up a leader after twice this time, is out of the way: whatever
    /// changes a leader here has seen that the link to it is gone.
    private static final String LIBRARY_WAITS = "--florin.ordering.consensus.timeout=1h";

    @TempDir
    private Path directory;

    @Test
    void orderAlikeWhateverStopsAndStarts() throws Exception {
        try (var cluster = new OrderingCluster(directory, LIBRARY_WAITS)) {
            List<Bundle> all = new ArrayList<>();
            step("four parties");
            cluster.start(PARTIES);
            order(cluster, all, 200, PARTIES);
            topicsHoldTheChain(cluster, PARTIES);
            healthSays(cluster, PARTIES, 200);
            aLoneBundleIsOrderedSoon(cluster, all);

            step("the leader dies: three go on");
            int leader = blocksGoOnAfterTheLeaderDied(cluster, all);
            List<Integer> others = without(leader);
            order(cluster, all, 20, others);

            int second = others.get(1);
            List<Integer> two = others.stream().filter(party -> party != second).toList();
            step("party " + second + " stops: nothing goes on");
            cluster.stop(List.of(second));
            long height = cluster.blocks(two.getFirst()).head().number();
            List<Bundle> waiting = cluster.bundles(5);
            cluster.publish(waiting);
            healthSays(cluster, two, 503);
            await().during(Duration.ofSeconds(2))
                    .atMost(WAIT)
                    .until(() -> two.stream()
                            .allMatch(party -> cluster.blocks(party).head().number() == height));

            step("party " + second + " comes back: what waited is ordered");
            cluster.start(List.of(second));
            all.addAll(waiting);
            order(cluster, all, 20, others);
            healthSays(cluster, others, 200);

            step("party " + leader + " comes back and catches up");
            cluster.start(List.of(leader));
            order(cluster, all, 20, PARTIES);

            step("all four die in the middle of their work and start: the same chain goes on");
            List<Bundle> underWay = cluster.bundles(60);
            cluster.publish(underWay);
            all.addAll(underWay);
            cluster.kill(PARTIES);
            cluster.start(PARTIES);
            List<Block> before = cluster.chain(2);
            order(cluster, all, 20, PARTIES);
            assertThat(cluster.chain(2).stream().map(Block::header))
                    .startsWith(before.stream().map(Block::header).toArray(BlockHeader[]::new));
            topicsHoldTheChain(cluster, PARTIES);

            step("the broker goes for good: all start without it, bundles come directly, stores serve the blocks");
            cluster.stop(PARTIES);
            cluster.stopKafka();
            cluster.start(PARTIES);
            ordersDirectSubmissions(cluster, all);
            refusesWhatIsNoBundle(cluster.party(3), all.getFirst());
        }
    }

    private static void ordersDirectSubmissions(OrderingCluster cluster, List<Bundle> all) {
        List<Bundle> bundles = cluster.bundles(20);
        all.addAll(bundles);
        for (Bundle bundle : bundles) {
            cluster.party(1).submit(bundle.encode());
            cluster.party(2).submit(bundle.encode());
        }
        List<Bytes32> digests = OrderingCluster.digests(bundles);
        await().atMost(WAIT)
                .untilAsserted(
                        () -> PARTIES.forEach(party -> assertThat(digests).allMatch(cluster.blocks(party)::contains)));
        chainsAreOne(cluster, all, PARTIES);

        OrderingInternalApi third = cluster.party(3);
        Block last = Block.decode(third.block(third.head().number()));
        assertThat(last.certificate().flaw(last.header(), cluster.genesis().configuration()))
                .isEmpty();
        assertThatThrownBy(() -> third.block(third.head().number() + 1))
                .isInstanceOf(HttpClientErrorException.NotFound.class);
    }

    private static void refusesWhatIsNoBundle(OrderingInternalApi party, Bundle other) {
        byte[] unsignedConfiguration = new Bundle(
                        NamespaceId.CONFIGURATION, 1, 1, other.transactions(), List.of(), other.signature())
                .encode();
        assertThatThrownBy(() -> party.submit(new byte[] {1, 2, 3}))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> party.submit(unsignedConfiguration))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    private static long view(OrderingCluster cluster, int witness) {
        return cluster.bean(witness, ChainLoop.class).status().opened();
    }

    /// On a slow machine others may have led since the view was opened, one after the other.
    private static int leader(OrderingCluster cluster) {
        long changes = Math.round(cluster.gauge(1, "florin.ordering.consenter.leaders"));
        return cluster.bean(1, Parties.class).leaderOf(view(cluster, 1) + changes);
    }

    private static List<Integer> without(int one) {
        return PARTIES.stream().filter(party -> party != one).toList();
    }

    /// The library's own timers would take two hours.
    ///
    /// @return the party that led and died
    private static int blocksGoOnAfterTheLeaderDied(OrderingCluster cluster, List<Bundle> all) throws Exception {
        var failure = new AtomicReference<Throwable>();
        var enough = new CountDownLatch(1);
        List<Bundle> stream = cluster.bundles(2000);
        Thread load = Thread.ofVirtual().start(() -> publish(cluster, stream, all, enough, failure));
        long height = cluster.blocks(1).head().number();
        await().atMost(WAIT).until(() -> cluster.blocks(1).head().number() > height + 10);
        Duration usual = longestGap(cluster, 1, System.nanoTime());

        int leader = leader(cluster);
        int witness = without(leader).getFirst();
        long view = view(cluster, witness);
        double changes = cluster.gauge(witness, "florin.ordering.consenter.leaders");
        long died = System.nanoTime();
        cluster.crash(leader);
        Duration gap = longestGap(cluster, witness, died);
        System.out.println("=== no block for " + gap.toMillis() + " ms, before for " + usual.toMillis() + " ms");
        enough.countDown();
        load.join();
        cluster.stop(List.of(leader));
        assertThat(failure.get()).isNull();
        assertThat(view(cluster, witness)).as("the same view").isEqualTo(view);
        assertThat(cluster.gauge(witness, "florin.ordering.consenter.leaders") - changes)
                .as("changes of leader")
                .isEqualTo(1.0);
        return leader;
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

    private static void step(String what) {
        System.out.println("=== " + what);
    }

    /// The other parties as operators see them: that they are heard, and whether a quorum is.
    private static void healthSays(OrderingCluster cluster, List<Integer> alive, int status) {
        await().atMost(WAIT).untilAsserted(() -> {
            for (int party : alive) {
                assertThat(cluster.health(party, "quorum")).isEqualTo(status);
                assertThat(cluster.health(party, "live")).isEqualTo(200);
                assertThat(cluster.gauge(party, "florin.ordering.chain.reachable"))
                        .isEqualTo(alive.size());
                assertThat(cluster.gauge(party, "florin.ordering.chain.members"))
                        .isEqualTo(alive.size());
                assertThat(cluster.gauge(party, "florin.ordering.chain.height"))
                        .isEqualTo(cluster.blocks(party).head().number());
            }
        });
    }

    /// A payment's latency has no wait in it that a timer decides: a lone bundle takes less than half a second, or on a
    /// slow machine than half of what a burst of forty takes, which a timer would delay as well.
    private static void aLoneBundleIsOrderedSoon(OrderingCluster cluster, List<Bundle> all) throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            millis.add(millisUntilStored(cluster, all, 1));
        }
        long burst = millisUntilStored(cluster, all, BURST);
        List<Long> sorted = millis.stream().sorted().toList();
        System.out.println(
                "=== a lone bundle, milliseconds from topics to all stores: " + sorted + "; a burst: " + burst);
        assertThat(sorted.get(sorted.size() / 2)).isLessThan(Math.max(500, burst / 2));
    }

    private static long millisUntilStored(OrderingCluster cluster, List<Bundle> all, int count) throws Exception {
        List<Bundle> bundles = cluster.bundles(count);
        List<Bytes32> digests = OrderingCluster.digests(bundles);
        long before = System.nanoTime();
        cluster.publish(bundles);
        await().atMost(WAIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() ->
                        PARTIES.stream().allMatch(party -> digests.stream().allMatch(cluster.blocks(party)::contains)));
        all.addAll(bundles);
        return (System.nanoTime() - before) / 1_000_000;
    }

    /// Publishes bundles and waits until all these parties' blocks carry all there ever were.
    private static void order(OrderingCluster cluster, List<Bundle> all, int count, List<Integer> parties)
            throws Exception {
        List<Bundle> fresh = cluster.bundles(count);
        all.addAll(fresh);
        cluster.publish(fresh);
        List<Bytes32> digests = OrderingCluster.digests(all);
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
