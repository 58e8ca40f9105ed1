package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Message of a participant in a step, signed with its identity key.
///
/// It says, too, which messages of the step before it counts, and by the chain all before: two participants who saw
/// different things cannot both go on. Encoded: form (1), session (32), step (1), sender (1), chain (32), number seen
/// (1), each seen (sender 1, hash 32), payload, signature (64).
///
/// @param session of the charter
/// @param step from 1 on
/// @param chain hash over the session and everything that was counted in the steps before
/// @param seen the messages of the step before that are counted, rising by sender
/// @param payload at most 64 KiB
public record CeremonyMessage(
        Bytes32 session, int step, int sender, Bytes32 chain, List<Seen> seen, Bytes payload, Bytes signature) {
    /// Bytes in the largest message.
    public static final int SIZE_MAX = 80 * 1024;

    private static final byte[] DOMAIN = "florin/ceremony/message/1".getBytes(StandardCharsets.US_ASCII);
    private static final int FORM = 1;
    private static final int PAYLOAD_MAX = 64 * 1024;
    private static final int MEMBERS_MAX = 64;

    /// A message that was counted.
    public record Seen(int sender, Bytes32 message) {}

    public CeremonyMessage {
        seen = List.copyOf(seen);
    }

    static CeremonyMessage signed(
            Bytes32 session, int step, int sender, Bytes32 chain, List<Seen> seen, Bytes payload, Ed25519KeyPair key) {
        var unsigned = new CeremonyMessage(session, step, sender, chain, seen, payload, Bytes.EMPTY);
        return new CeremonyMessage(session, step, sender, chain, seen, payload, key.sign(unsigned.toBeSigned()));
    }

    boolean isSignedBy(Bytes32 identity) {
        return Ed25519.verify(identity, toBeSigned(), signature.toArray());
    }

    /// Names this message.
    public Bytes32 hash() {
        return Sha256.hash(toBeSigned());
    }

    private byte[] toBeSigned() {
        return new CanonicalWriter().fixed(DOMAIN).fixed(content()).toByteArray();
    }

    private byte[] content() {
        CanonicalWriter writer = new CanonicalWriter(payload.size() + 256);
        writer.u8(FORM).fixed(session).u8(step).u8(sender).fixed(chain).u8(seen.size());
        seen.forEach(each -> writer.u8(each.sender()).fixed(each.message()));
        return writer.bytes(payload).toByteArray();
    }

    public byte[] encode() {
        return new CanonicalWriter().fixed(content()).fixed(signature.toArray()).toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static CeremonyMessage decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            if (reader.u8() != FORM) {
                throw new DecodeException("unknown form of a message");
            }
            return new CeremonyMessage(
                    reader.fixed32(),
                    reader.u8(),
                    reader.u8(),
                    reader.fixed32(),
                    reader.list(reader.u8(), MEMBERS_MAX, () -> new Seen(reader.u8(), reader.fixed32())),
                    reader.bytes(PAYLOAD_MAX),
                    Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE)));
        });
    }
}
