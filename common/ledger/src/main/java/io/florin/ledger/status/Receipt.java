package io.florin.ledger.status;

import io.florin.crypto.Bytes;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Optional;

/// Proof of a transaction's status: its outcome, the path to the status root, and a checkpoint signed by g+1 of 2g+1
/// committers (protocol decision 21). With one committer g is 0, and the proof is that committer's word.
///
/// @param signatures by committer, ascending
public record Receipt(
        TransactionOutcome outcome, MerklePath path, Checkpoint checkpoint, List<CommitterSignature> signatures) {

    /// @param committer index into the configuration's committers
    /// @param signature Ed25519, 64 bytes
    public record CommitterSignature(int committer, Bytes signature) {}

    private static final int PATH_MAX = 40;

    public Receipt {
        signatures = List.copyOf(signatures);
        for (int i = 1; i < signatures.size(); i++) {
            if (signatures.get(i - 1).committer() >= signatures.get(i).committer()) {
                throw new IllegalArgumentException("signatures ascend by committer");
            }
        }
    }

    /// Empty when the receipt proves its outcome under the configuration, else what is wrong with it.
    public Optional<String> flaw(NetworkConfiguration configuration) {
        if (!path.proves(MerkleTree.leafHash(outcome.encode()), checkpoint.statusRoot())
                || path.index() != outcome.index()) {
            return Optional.of("the path does not lead to the status root");
        }
        if (signatures.size() < configuration.committers().liars() + 1) {
            return Optional.of("too few committer signatures");
        }
        byte[] message = checkpoint.signedMessage();
        for (CommitterSignature signature : signatures) {
            var keys = configuration.committers().keys();
            if (signature.committer() >= keys.size()
                    || !Ed25519.verify(
                            keys.get(signature.committer()),
                            message,
                            signature.signature().toArray())) {
                return Optional.of("bad signature of committer " + signature.committer());
            }
        }
        return Optional.empty();
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        outcome.writeTo(writer);
        writer.u32(path.index()).u32(path.size()).u8(path.siblings().size());
        path.siblings().forEach(writer::fixed);
        checkpoint.writeTo(writer);
        writer.u8(signatures.size());
        signatures.forEach(signature ->
                writer.u8(signature.committer()).fixed(signature.signature().toArray()));
        return writer.toByteArray();
    }

    public static Receipt decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            TransactionOutcome outcome = TransactionOutcome.readFrom(reader);
            int index = (int) reader.u32();
            int size = (int) reader.u32();
            MerklePath path = new MerklePath(index, size, reader.list(reader.u8(), PATH_MAX, reader::fixed32));
            Checkpoint checkpoint = Checkpoint.readFrom(reader);
            List<CommitterSignature> signatures =
                    reader.list(reader.u8(), 64, () -> new CommitterSignature(reader.u8(), Bytes.of(reader.fixed(64))));
            return new Receipt(outcome, path, checkpoint, signatures);
        });
    }
}
