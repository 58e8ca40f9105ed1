package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;

/// Tokens leave circulation against reserves: inputs = change + the request's amount. Owner and officers both sign.
///
/// @param inputs 1 to 16 tokens of the request's owner
/// @param change 0 to 16 tokens of the same owner
/// @param notes one for each change token
/// @param signatures the owners' (not part of the id)
/// @param approvals the officers' signatures over the request (not part of the id)
public record Redeem(
        TransactionHeader header,
        SupplyRequest request,
        List<TokenReference> inputs,
        List<Token> change,
        List<Bytes> notes,
        List<Bytes> signatures,
        List<OfficerApproval> approvals)
        implements ClientTransaction {

    public Redeem {
        inputs = List.copyOf(inputs);
        change = List.copyOf(change);
        notes = List.copyOf(notes);
        signatures = List.copyOf(signatures);
        approvals = List.copyOf(approvals);
        ClientTransaction.checkCount(inputs.size(), 1, "inputs");
        ClientTransaction.checkCount(change.size(), 0, "change");
        ClientTransaction.checkNotes(notes, change.size());
        ClientTransaction.checkSignatures(signatures);
        if (approvals.size() > TOKENS_MAX) {
            throw new IllegalArgumentException("too many approvals");
        }
    }

    @Override
    public TransactionKind kind() {
        return TransactionKind.REDEEM;
    }

    /// The distinct owners of the inputs, in order of first appearance: who must sign.
    public List<OwnerKey> signers() {
        return Transfer.signersOf(inputs);
    }

    public Redeem withSignatures(List<Bytes> newSignatures, List<OfficerApproval> newApprovals) {
        return new Redeem(header, request, inputs, change, notes, newSignatures, newApprovals);
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        request.writeTo(writer);
        writer.u8(inputs.size());
        inputs.forEach(input -> input.writeTo(writer));
        writer.u8(change.size());
        change.forEach(output -> output.writeTo(writer));
        ClientTransaction.writeNotes(writer, notes);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        ClientTransaction.writeSignatureList(writer, signatures);
        OfficerApproval.writeAll(writer, approvals);
    }

    static Redeem readFrom(TransactionHeader header, CanonicalReader reader) {
        SupplyRequest request = SupplyRequest.readFrom(reader);
        List<TokenReference> inputs = reader.list(reader.u8(), TOKENS_MAX, () -> TokenReference.readFrom(reader));
        List<Token> change = reader.list(reader.u8(), TOKENS_MAX, () -> Token.readFrom(reader));
        List<Bytes> notes = ClientTransaction.readNotes(reader, change.size());
        List<Bytes> signatures = ClientTransaction.readSignatures(reader);
        return new Redeem(header, request, inputs, change, notes, signatures, OfficerApproval.readAll(reader));
    }
}
