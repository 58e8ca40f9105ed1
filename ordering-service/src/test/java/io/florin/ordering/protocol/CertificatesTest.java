package io.florin.ordering.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.config.NetworkConfiguration.Party;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The blocks that a party takes from another one.
class CertificatesTest {
    private static final NetworkId NETWORK = new NetworkId(Bytes32.ZERO);
    private static final Bytes HALF = Bytes.of(new byte[Block.ENTRIES_BYTES_MAX / 2]);

    private final Ed25519KeyPair key = Ed25519.generate(new Random(1));
    private final Ordering ordering = new Ordering(0, false, List.of(new Party(1, "a", key.publicKey())));
    private final Certificates certificates =
            new Certificates(NETWORK, Parties.of(ordering), new Ed25519PartyKeys(1, key, ordering));
    private final Head start = Head.genesis(NETWORK);

    @Test
    void takeTheNextCertifiedBlock() {
        assertThat(certificates.flaw(block(1, start.hash(), List.of(HALF, HALF)), start))
                .isEmpty();
    }

    @Test
    void refuseWhatDoesNotFollow() {
        assertThat(certificates.flaw(block(2, start.hash(), List.of(HALF)), start))
                .contains(BlockFlaw.RENUMBERED);
        Bytes32 other = Bytes32.fromHex("11".repeat(32));
        assertThat(certificates.flaw(block(1, other, List.of(HALF)), start)).contains(BlockFlaw.NOT_SUCCESSOR);
    }

    /// No committer takes it either, so whoever goes on behind it is alone.
    @Test
    void refuseABlockLargerThanABlockMayBeWhoeverCertifiedIt() {
        Block large = block(1, start.hash(), List.of(HALF, HALF, Bytes.of(new byte[1])));
        assertThat(certificates.flaw(large, start)).contains(BlockFlaw.TOO_LARGE);
    }

    @Test
    void refuseOtherEntriesAndNoQuorum() {
        Block block = block(1, start.hash(), List.of(HALF));
        Block altered = new Block(block.header(), block.certificate(), List.of(Bytes.of(new byte[1])));
        Block bare = new Block(block.header(), new QuorumCertificate(List.of()), block.entries());
        assertThat(certificates.flaw(altered, start)).contains(BlockFlaw.WRONG_ROOT);
        assertThat(certificates.flaw(bare, start)).contains(BlockFlaw.BAD_CERTIFICATE);
    }

    private Block block(long number, Bytes32 previous, List<Bytes> entries) {
        var header = new BlockHeader(NETWORK, number, previous, Block.entriesRoot(entries), 1, 0);
        Bytes signature = certificates.signHeader(header.hash());
        return new Block(header, new QuorumCertificate(List.of(new PartySignature(1, signature))), entries);
    }
}
