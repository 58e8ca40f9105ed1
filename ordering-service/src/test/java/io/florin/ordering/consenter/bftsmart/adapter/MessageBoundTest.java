package io.florin.ordering.consenter.bftsmart.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageBoundTest {
    private static final int MAX = 200_000;

    private final MessageBound bound = new MessageBound(MAX);
    private final ByteArrayOutputStream carried = new ByteArrayOutputStream();

    @Test
    void carriesMessagesOfAllLengthsAsTheyAre() throws IOException {
        var sent = new ByteArrayOutputStream();
        for (int length : List.of(0, 1, 65_535, 65_536, 65_537, MAX)) {
            sent.writeBytes(message(length, 0));
            sent.writeBytes(message(length, 1));
        }
        bound.carry(new ByteArrayInputStream(sent.toByteArray()), carried);
        assertThat(carried.toByteArray()).isEqualTo(sent.toByteArray());
    }

    /// As they come from a network: a byte at a time.
    @Test
    void carriesMessagesThatComeInPieces() throws IOException {
        byte[] sent = message(70_000, 1);
        bound.carry(inPieces(sent), carried);
        assertThat(carried.toByteArray()).isEqualTo(sent);
    }

    @Test
    void endsALinkWithAMessageThatIsTooLong() {
        for (int length : List.of(MAX + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE)) {
            byte[] sent = ByteBuffer.allocate(100).putInt(length).array();
            assertThatThrownBy(() -> bound.carry(new ByteArrayInputStream(sent), carried))
                    .isInstanceOf(IOException.class);
            assertThat(carried.size()).as("nothing of it").isZero();
        }
    }

    @Test
    void endsInTheMiddleOfAMessage() {
        byte[] sent = message(70_000, 1);
        for (int length : List.of(2, 10, 69_000, sent.length - 17, sent.length - 1)) {
            assertThatThrownBy(() -> bound.carry(new ByteArrayInputStream(sent, 0, length), carried))
                    .isInstanceOf(IOException.class);
        }
    }

    private static byte[] message(int length, int flag) {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        ByteBuffer message = ByteBuffer.allocate(4 + length + 1 + 16 * flag)
                .putInt(length)
                .put(content)
                .put((byte) flag);
        while (message.hasRemaining()) {
            message.put((byte) 7);
        }
        return message.array();
    }

    private static InputStream inPieces(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }
        };
    }
}
