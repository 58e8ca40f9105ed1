package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// One party's message of one round of one session. (session, sender, round) is a slot: the channel must authenticate
/// the sender and deliver one value of a slot to everybody or to nobody, as the ordering service does.
///
/// Encoded as session (32), sender (2), round (2), payload.
public record PartyMessage(Bytes32 session, int sender, int round, Bytes payload) {
    /// Bytes in the largest payload.
    public static final int PAYLOAD_MAX = 1 << 20;

    private static final int HEADER = Bytes32.SIZE + 2 * Short.BYTES;

    /// @throws IllegalArgumentException if a number is out of range or the payload too large
    public PartyMessage {
        Shares.requireIndex(sender);
        if (round < 1 || round > Byte.MAX_VALUE || payload.size() > PAYLOAD_MAX) {
            throw new IllegalArgumentException("round " + round + ", payload of " + payload.size());
        }
    }

    /// Reads what [#encode] wrote.
    ///
    /// @throws IllegalArgumentException for anything else
    public static PartyMessage decode(byte[] encoded) {
        if (encoded.length < HEADER || encoded.length > HEADER + PAYLOAD_MAX) {
            throw new IllegalArgumentException("no message has " + encoded.length + " bytes");
        }
        ByteBuffer buffer = ByteBuffer.wrap(encoded, Bytes32.SIZE, 2 * Short.BYTES);
        int sender = Short.toUnsignedInt(buffer.getShort());
        int round = Short.toUnsignedInt(buffer.getShort());
        Bytes payload = Bytes.of(Arrays.copyOfRange(encoded, HEADER, encoded.length));
        return new PartyMessage(Bytes32.read(encoded, 0), sender, round, payload);
    }

    /// Session, sender, round, payload: 36 bytes and the payload.
    public byte[] encode() {
        return ByteBuffer.allocate(HEADER + payload.size())
                .put(session.toArray())
                .putShort((short) sender)
                .putShort((short) round)
                .put(payload.toArray())
                .array();
    }
}
