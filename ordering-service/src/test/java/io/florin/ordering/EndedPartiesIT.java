package io.florin.ordering;

import static io.florin.ordering.OrderingCluster.PARTIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.ledger.bundle.Bundle;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Parties that end in a JVM that goes on leave no thread there: whoever starts many networks one after the other, as
/// the sandbox does for its sabotages, would collect them.
@Isolated("it counts the threads of the JVM, and other classes start some")
class EndedPartiesIT {
    @TempDir
    private Path directory;

    @Test
    void leaveNoThreadBehind() throws Exception {
        try (var cluster = new OrderingCluster(directory)) {
            // afterwards is there what the JVM, the broker and this test make for themselves at first use
            order(cluster);
            cluster.stop(PARTIES);
            LiveThreads before = LiveThreads.now(directory);

            order(cluster);
            assertThat(LiveThreads.now(directory).since(before)).hasSizeGreaterThan(50);
            cluster.stop(PARTIES);
            awaitNone(before);

            cluster.start(PARTIES); // ended while their members still look for each other
            cluster.stop(PARTIES);
            awaitNone(before);
        }
    }

    private static void order(OrderingCluster cluster) throws Exception {
        cluster.start(PARTIES);
        List<Bundle> bundles = cluster.bundles(5);
        List<Bytes32> digests = OrderingCluster.digests(bundles);
        cluster.publish(bundles);
        await().pollInSameThread()
                .atMost(Patience.LIMIT)
                .until(() ->
                        PARTIES.stream().allMatch(party -> digests.stream().allMatch(cluster.blocks(party)::contains)));
    }

    /// The library's event loops stay two seconds after they are told to end.
    private void awaitNone(LiveThreads before) {
        await().pollInSameThread()
                .atMost(Patience.LIMIT)
                .untilAsserted(() ->
                        assertThat(LiveThreads.now(directory).since(before)).isEmpty());
    }
}
