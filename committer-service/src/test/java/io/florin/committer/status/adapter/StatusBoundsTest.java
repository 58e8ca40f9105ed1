package io.florin.committer.status.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.LargestBlock;
import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.kafka.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The statuses of every legal block fit wherever they go: into a record of the topic, into what its description
/// promises, and into what readers decode.
final class StatusBoundsTest {

    private static final Pattern LENGTH =
            Pattern.compile("blockStatuses:\\s+type: string\\s+format: binary\\s+maxLength: (\\d+)");

    /// Each outcome is an entry that is no bundle, of which there are so many, or a transaction of a bundle, whose
    /// bytes and length are in the block.
    @Test
    void theBoundFollowsFromEntriesAndBytes() {
        int least = Bundle.TRANSACTION_SIZE_MIN + Integer.BYTES;
        assertThat(Block.OUTCOMES_MAX).isEqualTo(4096 + 1024 * 1024 / least).isEqualTo(22_820);
        List<Bytes> largest = LargestBlock.entries();
        assertThat(largest).hasSize(Block.ENTRIES_MAX);
        assertThat(largest.stream().mapToLong(Bytes::size).sum())
                .isBetween(Block.ENTRIES_BYTES_MAX - (long) least, (long) Block.ENTRIES_BYTES_MAX);
        assertThat(OrderedTransaction.of(largest).size())
                .as("near the bound, so that it is not a loose one")
                .isBetween(Block.OUTCOMES_MAX - 200, Block.OUTCOMES_MAX);
    }

    @Test
    void theLargestStatusesAreDecodedAgain() {
        TestNetwork network = new TestNetwork(77);
        Block block = new TestChain(network).appendEntries(LargestBlock.entries());
        var result = new SerialReplay(network.genesis()).apply(block);
        var signature = network.committer().sign(result.checkpoint().signedMessage());
        BlockStatuses statuses = new BlockStatuses(result.checkpoint(), result.outcomes(), 0, signature);
        byte[] encoded = statuses.encode();
        assertThat(encoded).hasSize(205 + 70 * result.outcomes().size());
        assertThat(encoded.length).isLessThanOrEqualTo(StatusPublisher.RECORD_BYTES_MAX);
        assertThat(BlockStatuses.decode(encoded)).isEqualTo(statuses);
    }

    @Test
    void everyPlaceTheyGoToHoldsThem() throws IOException {
        long headers = 4096;
        long topic = Long.parseLong(Topics.statusesSpec(1).settings().getOrDefault("max.message.bytes", "0"));
        assertThat(StatusPublisher.RECORD_BYTES_MAX + headers).isLessThan(topic);
        assertThat(StatusPublisher.RECORD_BYTES_MAX).isLessThanOrEqualTo(BlockStatuses.ENCODED_SIZE_MAX);
        assertThat(Block.OUTCOMES_MAX).isLessThanOrEqualTo(BlockStatuses.OUTCOMES_MAX);
        Matcher described = LENGTH.matcher(Files.readString(Path.of("../docs/asyncapi.yaml")));
        assertThat(described.find()).isTrue();
        assertThat(Long.parseLong(described.group(1))).isGreaterThanOrEqualTo(StatusPublisher.RECORD_BYTES_MAX);
    }
}
