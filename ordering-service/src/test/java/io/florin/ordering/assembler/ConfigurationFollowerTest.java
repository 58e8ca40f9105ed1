package io.florin.ordering.assembler;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ordering.ConfigurationBundles;
import io.florin.ordering.blockstore.adapter.BlockFiles;
import io.florin.ordering.protocol.ConfigurationEntries;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The slow replay of the whole ledger says what is in force; the follower must agree after every block.
class ConfigurationFollowerTest {
    private final TestNetwork network = new TestNetwork(7);
    private final TestChain chain = new TestChain(network);
    private final ConfigurationBundles changes = new ConfigurationBundles(network);

    @AfterEach
    void agreesWithTheReplayAfterEveryBlock() {
        var replay = new SerialReplay(network.genesis());
        var follower = new ConfigurationFollower(network.networkId(), network.configuration());
        chain.blocks().forEach(block -> {
            replay.apply(block);
            follower.apply(block.header().number(), block.entries());
            assertThat(follower.inForce()).isEqualTo(replay.configuration());
        });
    }

    @Test
    void aChangeIsInForceAfterItsBlock() {
        append(endorsed(change(1, 100, 2_000)));
        assertThat(inForce().version()).isEqualTo(2);
        assertThat(inForce().limits().expiryBlocksMax()).isEqualTo(2_000);
        append(endorsed(change(2, 100, 3_000)));
        assertThat(inForce().version()).isEqualTo(3);
    }

    @Test
    void ofTwoChangesInOneBlockTheFirstCounts() {
        append(endorsed(change(1, 100, 2_000)), endorsed(change(1, 100, 3_000)));
        assertThat(inForce().limits().expiryBlocksMax()).isEqualTo(2_000);
    }

    @Test
    void staleExpiredAndRepeatedChangesChangeNothing() {
        ConfigurationChange first = change(1, 100, 2_000);
        append(endorsed(first));
        append(endorsed(change(1, 100, 3_000)));
        append(endorsed(change(2, 2, 4_000)));
        append(endorsed(first), endorsed(first, change(2, 2, 9_000)));
        assertThat(inForce().version()).isEqualTo(2);
    }

    @Test
    void unendorsedChangesChangeNothing() {
        Bundle good = endorsed(change(1, 100, 2_000));
        Bundle forged = new Bundle(
                good.namespace(),
                good.rulesVersion(),
                good.keyEpoch(),
                good.transactions(),
                good.audits(),
                endorsed(change(1, 100, 3_000)).signature());
        append(forged);
        assertThat(inForce().version()).isEqualTo(1);
        append(good);
        assertThat(inForce().version()).isEqualTo(2);
    }

    @Test
    void garbageThatLooksLikeTheNamespaceChangesNothing() {
        Bytes garbage = Bytes.of(new byte[] {1, 0, 0, 9, 9});
        assertThat(ConfigurationEntries.isOne(garbage)).isTrue();
        assertThat(ConfigurationEntries.isOne(Bytes.of(new byte[] {1, 0}))).isFalse();
        assertThat(ConfigurationEntries.canChange(List.of(garbage))).isFalse();
        chain.appendEntries(List.of(garbage, Bytes.of(new byte[] {7})));
        assertThat(inForce().version()).isEqualTo(1);
    }

    /// An id is claimed for ever, also by a change that came to nothing in a bundle of several.
    @Test
    void aChangeInABundleOfSeveralIsTheSameChange() {
        ConfigurationChange first = change(1, 100, 2_000);
        append(endorsed(change(1, 1, 5_000), first, change(1, 100, 3_000)));
        assertThat(inForce().version()).isEqualTo(2);
        append(endorsed(first));
        assertThat(inForce().version()).isEqualTo(2);
    }

    /// A party that starts at any block says the same as one that was there all the time.
    @Test
    void aStoreSaysWhatWasInForceAfterEachBlock(@TempDir Path directory) {
        append(endorsed(change(1, 100, 2_000)));
        chain.appendEntries(List.of(Bytes.of(new byte[] {7})));
        append(endorsed(change(2, 100, 3_000)), endorsed(change(2, 100, 4_000)));
        append(endorsed(change(2, 100, 5_000)));
        try (var blocks = new BlockFiles(directory, network.networkId())) {
            chain.blocks().forEach(blocks::append);
            var history = new ConfigurationHistory(network.networkId(), network.configuration(), blocks);
            assertThat(blocks.configurationBlocks(1, 4)).containsExactly(1L, 3L, 4L);
            for (long height : List.of(0L, 1L, 2L, 3L, 4L, 2L, 3L, 0L, 4L)) {
                assertThat(history.at(height).inForce().version())
                        .as("after block " + height)
                        .isEqualTo(List.of(1L, 2L, 2L, 3L, 3L).get((int) height));
            }
            ConfigurationFollower own = history.at(2);
            own.apply(3, chain.blocks().get(2).entries());
            assertThat(history.at(2).inForce().version()).isEqualTo(2);
        }
    }

    private NetworkConfiguration inForce() {
        var follower = new ConfigurationFollower(network.networkId(), network.configuration());
        chain.blocks().forEach(block -> follower.apply(block.header().number(), block.entries()));
        return follower.inForce();
    }

    private void append(Bundle... bundles) {
        chain.appendBundles(bundles);
    }

    private ConfigurationChange change(long version, long expiryHeight, long expiryBlocksMax) {
        return changes.change(version, expiryHeight, expiryBlocksMax);
    }

    private Bundle endorsed(ConfigurationChange... several) {
        return changes.endorsed(several);
    }
}
