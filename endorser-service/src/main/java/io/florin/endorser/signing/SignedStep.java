package io.florin.endorser.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A member's message in a step of presigning, signed with its identity key.
///
/// It says, too, which messages of the step before it was shown, and by the chain all before: members who were shown
/// different things cannot both go on, and two messages of one place with good signatures are evidence against their
/// sender.
///
/// @param step from 1 on
/// @param chain hash over the session and everything that was counted in the steps before
/// @param seen the messages of the step before, rising by sender
/// @param payload at most 64 KiB
public record SignedStep(
        Bytes32 session, int step, int sender, Bytes32 chain, List<Seen> seen, Bytes payload, Bytes signature) {

    private static final byte[] DOMAIN = "florin/endorser/presigning-step/1".getBytes(StandardCharsets.US_ASCII);
    private static final int PAYLOAD_MAX = 64 * 1024;
    private static final int MEMBERS_MAX = 64;

    /// A message that was counted.
    public record Seen(int sender, Bytes32 message) {}

    public SignedStep {
        seen = List.copyOf(seen);
    }

    /// Says it.
    public static SignedStep signed(
            Bytes32 session, int step, int sender, Bytes32 chain, List<Seen> seen, Bytes payload, Ed25519KeyPair key) {
        var unsigned = new SignedStep(session, step, sender, chain, seen, payload, Bytes.EMPTY);
        return new SignedStep(session, step, sender, chain, seen, payload, key.sign(unsigned.toBeSigned()));
    }

    public boolean isSignedBy(Bytes32 identity) {
        return Ed25519.verify(identity, toBeSigned(), signature.toArray());
    }

    /// Names what is said, whatever the signature.
    public Bytes32 hash() {
        return Sha256.hash(toBeSigned());
    }

    private byte[] toBeSigned() {
        return new CanonicalWriter().fixed(DOMAIN).fixed(content()).toByteArray();
    }

    private byte[] content() {
        CanonicalWriter writer = new CanonicalWriter(payload.size() + 256);
        writer.fixed(session).u8(step).u8(sender).fixed(chain).u8(seen.size());
        seen.forEach(each -> writer.u8(each.sender()).fixed(each.message()));
        return writer.bytes(payload).toByteArray();
    }

    public byte[] encode() {
        return new CanonicalWriter().fixed(content()).fixed(signature.toArray()).toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static SignedStep decode(byte[] bytes) {
        return CanonicalReader.decode(
                bytes,
                reader -> new SignedStep(
                        reader.fixed32(),
                        reader.u8(),
                        reader.u8(),
                        reader.fixed32(),
                        reader.list(reader.u8(), MEMBERS_MAX, () -> new Seen(reader.u8(), reader.fixed32())),
                        reader.bytes(PAYLOAD_MAX),
                        Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE))));
    }
}
