package io.florin.ordering.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.protocol.PublishedPosition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishedTailTest {
    private static final int STORED = 3;

    private final TestChain chain = new TestChain(new TestNetwork(3));
    private final byte[] notStoredYet;

    PublishedTailTest() {
        for (byte i = 0; i < STORED; i++) {
            chain.appendEntries(List.of(Bytes.of(new byte[] {i})));
        }
        notStoredYet = chain.appendEntries(List.of(Bytes.of(new byte[] {9}))).encode();
    }

    @Test
    void blocksThatFollowEachOtherSayHowFar() {
        assertThat(lastOf()).isEmpty();
        assertThat(lastOf(own(1))).contains(new PublishedPosition(1, 0));
        assertThat(lastOf(own(1), own(2), own(3))).contains(new PublishedPosition(3, 2));
    }

    /// Whoever copies a later block into the topic must not make the party skip those before it.
    @Test
    void aBlockBehindAGapSaysNothing() {
        assertThat(lastOf(own(1), own(3))).contains(new PublishedPosition(1, 0));
        assertThat(lastOf(own(3), own(1), own(2), own(3))).contains(new PublishedPosition(3, 3));
        assertThat(lastOf(own(2), own(3))).isEmpty();
    }

    @Test
    void repeatsAndWhatOthersWroteSayNothing() {
        Block own = chain.blocks().get(1);
        byte[] tampered = new Block(own.header(), new QuorumCertificate(List.of()), own.entries()).encode();
        byte[] ofAnotherNetwork = new TestChain(new TestNetwork(4))
                .appendEntries(List.of(Bytes.of(new byte[] {1})))
                .encode();
        byte[] garbage = {1, 2, 3};
        assertThat(lastOf(own(1), own(1), tampered, garbage, ofAnotherNetwork, new byte[0], notStoredYet))
                .contains(new PublishedPosition(1, 0));
    }

    @Test
    void aPositionHoldsWhileItsRecordIsTheOwnBlock() {
        var position = new PublishedPosition(2, 7);
        assertThat(PublishedTail.holds(position, Optional.of(own(2)), this::stored))
                .isTrue();
        assertThat(PublishedTail.holds(position, Optional.of(own(3)), this::stored))
                .isFalse();
        assertThat(PublishedTail.holds(position, Optional.empty(), this::stored))
                .isFalse();
        assertThat(PublishedTail.holds(new PublishedPosition(4, 7), Optional.of(notStoredYet), this::stored))
                .as("a party that lost its last blocks starts over")
                .isFalse();
    }

    private Optional<PublishedPosition> lastOf(byte[]... records) {
        var tail = new PublishedTail(this::stored);
        for (int offset = 0; offset < records.length; offset++) {
            tail.read(offset, records[offset]);
        }
        return tail.last();
    }

    private byte[] own(int number) {
        return chain.blocks().get(number - 1).encode();
    }

    private Optional<byte[]> stored(long number) {
        return number <= STORED ? Optional.of(own((int) number)) : Optional.empty();
    }
}
