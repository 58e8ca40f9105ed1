package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;
import java.util.Optional;

/// Input of an endorser: a client transaction and, where active audit asks for it, the auditor's approval. Encoding:
/// flag u8, approval (65 bytes) if set, length u32, client transaction.
public record Submission(ClientTransaction transaction, Optional<AuditorApproval> audit) {

    public static final int ENCODED_SIZE_MAX = ClientTransaction.ENCODED_SIZE_MAX + 80;
    /// An ordered list of submissions for one bundle: later ones may spend outputs of earlier ones.
    public static final int LIST_MAX = 512;

    public static Submission of(ClientTransaction transaction) {
        return new Submission(transaction, Optional.empty());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    private void writeTo(CanonicalWriter writer) {
        writer.flag(audit.isPresent());
        audit.ifPresent(approval -> approval.writeTo(writer));
        writer.bytes(Bytes.of(transaction.encode()));
    }

    private static Submission readFrom(CanonicalReader reader) {
        Optional<AuditorApproval> audit =
                reader.flag() ? Optional.of(AuditorApproval.readFrom(reader)) : Optional.empty();
        byte[] transaction = reader.bytes(ClientTransaction.ENCODED_SIZE_MAX).toArray();
        return new Submission(ClientTransaction.decode(transaction), audit);
    }

    public static Submission decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, Submission::readFrom);
    }

    /// Count u16, then the submissions.
    public static byte[] encodeList(List<Submission> submissions) {
        CanonicalWriter writer = new CanonicalWriter(1024 * submissions.size());
        writer.u16(submissions.size());
        submissions.forEach(submission -> submission.writeTo(writer));
        return writer.toByteArray();
    }

    public static List<Submission> decodeList(byte[] bytes) {
        return CanonicalReader.decode(
                bytes, reader -> reader.list(reader.u16(), LIST_MAX, () -> Submission.readFrom(reader)));
    }
}
