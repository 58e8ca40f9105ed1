package io.florin.ledger.status;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Receipt.CommitterSignature;
import java.util.Arrays;
import java.util.List;

/// A committer's publication for each complete block: all outcomes and its signed checkpoint.
///
/// @param outcomes in order of their index
/// @param committer index into the configuration's committers
/// @param signature Ed25519 over the checkpoint, 64 bytes
public record BlockStatuses(Checkpoint checkpoint, List<TransactionOutcome> outcomes, int committer, Bytes signature) {

    public static final int OUTCOMES_MAX = 1 << 21;
    public static final int ENCODED_SIZE_MAX = 8 * 1024 * 1024;

    private static final int SIGNATURE_SIZE = 64;
    private static final int SIGNED_SIZE = 1 + SIGNATURE_SIZE;
    private static final int ENCODED_SIZE_MIN = Checkpoint.ENCODED_SIZE + Integer.BYTES + SIGNED_SIZE;

    public BlockStatuses {
        outcomes = List.copyOf(outcomes);
        if (signature.size() != SIGNATURE_SIZE) {
            throw new IllegalArgumentException("a signature has 64 bytes");
        }
    }

    /// True when the signature is that of the named committer and the status root is that of the outcomes.
    public boolean isAuthentic(NetworkConfiguration configuration) {
        return committer < configuration.committers().keys().size()
                && checkpoint.statusRoot().equals(StateHash.statusRoot(outcomes))
                && Ed25519.verify(
                        configuration.committers().keys().get(committer),
                        checkpoint.signedMessage(),
                        signature.toArray());
    }

    /// The committer's word without the outcomes.
    public SignedCheckpoint signed() {
        return new SignedCheckpoint(checkpoint, new CommitterSignature(committer, signature));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(256 + outcomes.size() * 70);
        checkpoint.writeTo(writer);
        writer.u32(outcomes.size());
        outcomes.forEach(outcome -> outcome.writeTo(writer));
        return writer.u8(committer).fixed(signature.toArray()).toByteArray();
    }

    /// The same of encoded statuses whose outcomes, megabytes of them in a large block, nobody needs to read. They are
    /// not checked: this is for bytes that the reader itself has written.
    ///
    /// @throws DecodeException when the bytes are too few
    public static SignedCheckpoint signedIn(byte[] encoded) {
        if (encoded.length < ENCODED_SIZE_MIN) {
            throw new DecodeException("block statuses of " + encoded.length + " bytes");
        }
        CanonicalReader end =
                new CanonicalReader(Arrays.copyOfRange(encoded, encoded.length - SIGNED_SIZE, encoded.length));
        return new SignedCheckpoint(
                Checkpoint.readFrom(new CanonicalReader(encoded)),
                new CommitterSignature(end.u8(), Bytes.of(end.fixed(SIGNATURE_SIZE))));
    }

    public static BlockStatuses decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("block statuses of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, reader -> {
            Checkpoint checkpoint = Checkpoint.readFrom(reader);
            long count = reader.u32();
            if (count > OUTCOMES_MAX) {
                throw new DecodeException(count + " outcomes");
            }
            List<TransactionOutcome> outcomes =
                    reader.list((int) count, OUTCOMES_MAX, () -> TransactionOutcome.readFrom(reader));
            return new BlockStatuses(checkpoint, outcomes, reader.u8(), Bytes.of(reader.fixed(SIGNATURE_SIZE)));
        });
    }
}
