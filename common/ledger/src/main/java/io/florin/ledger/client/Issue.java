package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.token.Token;
import java.util.List;

/// New tokens against a bank's reserves: the outputs belong to the request's owner and add up to its amount.
///
/// @param outputs 1 to 16 tokens
/// @param notes one for each output, each at most 512 bytes
/// @param approvals the officers' signatures over the request (not part of the id)
public record Issue(
        TransactionHeader header,
        SupplyRequest request,
        List<Token> outputs,
        List<Bytes> notes,
        List<OfficerApproval> approvals)
        implements ClientTransaction {

    public Issue {
        outputs = List.copyOf(outputs);
        notes = List.copyOf(notes);
        approvals = List.copyOf(approvals);
        ClientTransaction.checkCount(outputs.size(), 1, "outputs");
        ClientTransaction.checkNotes(notes, outputs.size());
        if (approvals.size() > TOKENS_MAX) {
            throw new IllegalArgumentException("too many approvals");
        }
    }

    @Override
    public TransactionKind kind() {
        return TransactionKind.ISSUE;
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        request.writeTo(writer);
        writer.u8(outputs.size());
        outputs.forEach(output -> output.writeTo(writer));
        ClientTransaction.writeNotes(writer, notes);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        OfficerApproval.writeAll(writer, approvals);
    }

    static Issue readFrom(TransactionHeader header, CanonicalReader reader) {
        SupplyRequest request = SupplyRequest.readFrom(reader);
        List<Token> outputs = reader.list(reader.u8(), TOKENS_MAX, () -> Token.readFrom(reader));
        List<Bytes> notes = ClientTransaction.readNotes(reader, outputs.size());
        return new Issue(header, request, outputs, notes, OfficerApproval.readAll(reader));
    }
}
