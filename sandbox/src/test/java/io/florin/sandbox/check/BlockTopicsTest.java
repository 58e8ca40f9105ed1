package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockTopicsTest {
    private final TestNetwork network = new TestNetwork(7);
    private final TestChain chain = new TestChain(network);
    private final Bytes first = append();
    private final Bytes second = append();
    private final Bytes third = append();

    @Test
    void holdWhereAllPartiesHaveTheSameChain() {
        assertThat(verdict(List.of(first, second, third)))
                .isEqualTo(CheckResult.holds("3 blocks, each certified by a quorum, equal at 2 parties"));
    }

    /// A publisher that ended before it remembered where it was.
    @Test
    void passABlockThatIsWrittenTwiceWithTheSameBytes() {
        assertThat(verdict(List.of(first, second, second, third, first)))
                .isEqualTo(CheckResult.holds(
                        "3 blocks, each certified by a quorum, equal at 2 parties, 2 records written twice"));
    }

    @Test
    void seeABlockThatComesAgainWithOtherBytes() {
        Block block = Block.decode(second.toArray());
        Bytes other = Bytes.of(new Block(
                        block.header(),
                        new QuorumCertificate(block.certificate().signatures().subList(1, 3)),
                        block.entries())
                .encode());

        assertThat(verdict(List.of(first, second, other, third)))
                .isEqualTo(CheckResult.broken("settlement.blocks.2: block 2 comes twice, with other bytes"));
    }

    @Test
    void seeAGapAndAnotherOrder() {
        assertThat(verdict(List.of(first, third)).evidence()).endsWith("block 3 after block 1: not the next block");
        assertThat(verdict(List.of(second, first)).evidence()).endsWith("block 2 after block 0: not the next block");
    }

    @Test
    void seeATopicThatIsEmptyOrEndsEarly() {
        assertThat(verdict(List.of())).isEqualTo(CheckResult.broken("settlement.blocks.2 is empty"));
        assertThat(verdict(List.of(first, second)))
                .isEqualTo(CheckResult.broken("the parties' topics end at different blocks: {1=3, 2=2}"));
        assertThat(BlockTopics.verdict(network.genesis(), Map.of()).holds()).isFalse();
    }

    @Test
    void seeABlockWithoutAQuorum() {
        Block block = Block.decode(third.toArray());
        Bytes bare = Bytes.of(new Block(
                        block.header(),
                        new QuorumCertificate(block.certificate().signatures().subList(0, 2)),
                        block.entries())
                .encode());

        assertThat(verdict(List.of(first, second, bare)).evidence())
                .endsWith("block 3 after block 2: not certified by a quorum");
    }

    private CheckResult verdict(List<Bytes> ofTheSecondParty) {
        return BlockTopics.verdict(network.genesis(), Map.of(1, List.of(first, second, third), 2, ofTheSecondParty));
    }

    private Bytes append() {
        Ed25519KeyPair owner = network.newKey();
        return Bytes.of(
                chain.append(network.issue(network.header(100), network.newId(), new OwnerKey(owner.publicKey()), 100))
                        .encode());
    }
}
