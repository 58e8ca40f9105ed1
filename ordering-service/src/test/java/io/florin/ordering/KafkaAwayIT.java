package io.florin.ordering;

import static io.florin.ordering.OrderingCluster.PARTIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.runtime.api.OrderingInternalApi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.HttpClientErrorException;

/// Ordering without a broker: bundles come directly, blocks are read from the parties' stores.
class KafkaAwayIT {
    private static final Duration WAIT = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @Test
    void ordersDirectSubmissionsAndServesBlocks() throws Exception {
        try (var cluster = OrderingCluster.withoutKafka(directory)) {
            cluster.start(PARTIES);
            List<Bundle> bundles = cluster.bundles(20);
            for (Bundle bundle : bundles) {
                cluster.party(1).submit(bundle.encode());
                cluster.party(2).submit(bundle.encode());
            }
            List<Bytes32> digests = OrderingCluster.digests(bundles);
            await().atMost(WAIT)
                    .untilAsserted(() ->
                            PARTIES.forEach(party -> assertThat(digests).allMatch(cluster.blocks(party)::contains)));

            OrderingInternalApi third = cluster.party(3);
            Block last = Block.decode(third.block(third.head().number()));
            assertThat(last.certificate().flaw(last.header(), cluster.genesis().configuration()))
                    .isEmpty();
            assertThatThrownBy(() -> third.block(third.head().number() + 1))
                    .isInstanceOf(HttpClientErrorException.NotFound.class);
            assertThatThrownBy(() -> third.submit(new byte[] {1, 2, 3}))
                    .isInstanceOf(HttpClientErrorException.BadRequest.class);
            assertThatThrownBy(() -> third.submit(unsignedConfiguration(bundles.getFirst())))
                    .isInstanceOf(HttpClientErrorException.BadRequest.class);
        }
    }

    private static byte[] unsignedConfiguration(Bundle other) {
        return new Bundle(NamespaceId.CONFIGURATION, 1, 1, other.transactions(), List.of(), other.signature()).encode();
    }
}
