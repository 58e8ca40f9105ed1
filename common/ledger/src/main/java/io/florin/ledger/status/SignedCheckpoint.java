package io.florin.ledger.status;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.Receipt.CommitterSignature;
import java.util.List;

/// A committer's word on the state after a block, without what the block did: whoever reads results from one committer
/// asks the others for this, where one may lie. 201 bytes.
public record SignedCheckpoint(Checkpoint checkpoint, CommitterSignature signature) {

    private static final int SIGNATURE_SIZE = 64;

    /// Checkpoints one after the other: count u32, checkpoints.
    public static byte[] encodeList(List<SignedCheckpoint> checkpoints) {
        CanonicalWriter writer = new CanonicalWriter(Integer.BYTES + checkpoints.size() * 201).u32(checkpoints.size());
        for (SignedCheckpoint each : checkpoints) {
            each.checkpoint.writeTo(writer);
            writer.u8(each.signature.committer())
                    .fixed(each.signature.signature().toArray());
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are not such a list of at most [BlockResult#LIST_MAX]
    public static List<SignedCheckpoint> decodeList(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            long count = reader.u32();
            if (count > BlockResult.LIST_MAX) {
                throw new DecodeException(count + " checkpoints");
            }
            return reader.list(
                    (int) count,
                    BlockResult.LIST_MAX,
                    () -> new SignedCheckpoint(
                            Checkpoint.readFrom(reader),
                            new CommitterSignature(reader.u8(), Bytes.of(reader.fixed(SIGNATURE_SIZE)))));
        });
    }
}
