package io.florin.simulation.committer;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.fixture.TestNetwork;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BlockChecksTest {
    private final TestNetwork network = new TestNetwork(1);

    @Test
    void remembersByWhatItWasAskedAndNotByWhatTheHeaderSays() {
        BlockChecks checks = new BlockChecks(network.networkId());

        assertThat(checks.of(blockOf(1))).hasSize(1);
        assertThat(checks.of(blockOf(2))).hasSize(2);
    }

    /// The header names no entries in particular.
    private CheckedBlock blockOf(int entries) {
        BlockHeader header = new BlockHeader(network.networkId(), 1, Bytes32.ZERO, Bytes32.ZERO, 1, 1);
        List<Bytes> garbage = List.of(Bytes.of(new byte[] {1}), Bytes.of(new byte[] {2}));
        Block block = new Block(header, new QuorumCertificate(List.of()), garbage.subList(0, entries));
        return new CheckedBlock(block, header.hash(), network.configuration());
    }
}
