package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;

/// One officer's signature over a request; the officer's key stands in the configuration at this index. 65 bytes.
///
/// @param officer index into the configuration's officers, u8
/// @param signature Ed25519, 64 bytes
public record OfficerApproval(int officer, Bytes signature) {

    public OfficerApproval {
        if (officer < 0 || officer > 0xFF || signature.size() != ClientTransaction.SIGNATURE_SIZE) {
            throw new IllegalArgumentException("an approval is an officer's index and 64 bytes");
        }
    }

    static void writeAll(CanonicalWriter writer, List<OfficerApproval> approvals) {
        writer.u8(approvals.size());
        approvals.forEach(approval -> writer.u8(approval.officer).fixed(approval.signature.toArray()));
    }

    static List<OfficerApproval> readAll(CanonicalReader reader) {
        return reader.list(
                reader.u8(),
                ClientTransaction.TOKENS_MAX,
                () -> new OfficerApproval(reader.u8(), Bytes.of(reader.fixed(ClientTransaction.SIGNATURE_SIZE))));
    }
}
