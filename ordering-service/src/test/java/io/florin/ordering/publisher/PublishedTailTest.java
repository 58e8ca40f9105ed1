package io.florin.ordering.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishedTailTest {
    private final TestChain chain = new TestChain(new TestNetwork(3));

    PublishedTailTest() {
        for (byte i = 0; i < 3; i++) {
            chain.appendEntries(List.of(Bytes.of(new byte[] {i})));
        }
    }

    @Test
    void anOwnBlockSaysHowFar() {
        assertThat(PublishedTail.ownNumber(encoded(2), this::stored)).contains(2L);
    }

    /// Whoever may write to the topic must not stop the party, nor make it skip blocks.
    @Test
    void whatOthersWroteSaysNothing() {
        Block own = chain.blocks().get(2);
        byte[] tampered = new Block(own.header(), new QuorumCertificate(List.of()), own.entries()).encode();
        byte[] ofAnotherNetwork = new TestChain(new TestNetwork(4))
                .appendEntries(List.of(Bytes.of(new byte[] {1})))
                .encode();
        byte[] notYet = chain.appendEntries(List.of(Bytes.of(new byte[] {9}))).encode();

        assertThat(List.of(new byte[] {1, 2, 3}, tampered, ofAnotherNetwork, new byte[0], notYet))
                .allSatisfy(value ->
                        assertThat(PublishedTail.ownNumber(value, this::stored)).isEmpty());
    }

    private byte[] encoded(int number) {
        return chain.blocks().get(number - 1).encode();
    }

    private Optional<byte[]> stored(long number) {
        return number <= 3 ? Optional.of(encoded((int) number)) : Optional.empty();
    }
}
