package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.LinkedHashSet;
import java.util.List;

/// Tokens change owners: inputs are deleted, outputs are created, the sums are equal.
///
/// @param inputs 1 to 16 tokens on the ledger
/// @param outputs 1 to 16 new tokens
/// @param notes one for each output, each at most 512 bytes
/// @param signatures one for each distinct owner of the inputs, in order of first appearance (not part of the id)
public record Transfer(
        TransactionHeader header,
        List<TokenReference> inputs,
        List<Token> outputs,
        List<Bytes> notes,
        List<Bytes> signatures)
        implements ClientTransaction {

    public Transfer {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        notes = List.copyOf(notes);
        signatures = List.copyOf(signatures);
        ClientTransaction.checkCount(inputs.size(), 1, "inputs");
        ClientTransaction.checkCount(outputs.size(), 1, "outputs");
        ClientTransaction.checkNotes(notes, outputs.size());
        ClientTransaction.checkSignatures(signatures);
    }

    @Override
    public TransactionKind kind() {
        return TransactionKind.TRANSFER;
    }

    /// The distinct owners of the inputs, in order of first appearance: who must sign.
    public List<OwnerKey> signers() {
        return signersOf(inputs);
    }

    static List<OwnerKey> signersOf(List<TokenReference> inputs) {
        LinkedHashSet<OwnerKey> owners = new LinkedHashSet<>();
        inputs.forEach(input -> owners.add(input.token().owner()));
        return List.copyOf(owners);
    }

    public Transfer withSignatures(List<Bytes> newSignatures) {
        return new Transfer(header, inputs, outputs, notes, newSignatures);
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        writer.u8(inputs.size());
        inputs.forEach(input -> input.writeTo(writer));
        writer.u8(outputs.size());
        outputs.forEach(output -> output.writeTo(writer));
        ClientTransaction.writeNotes(writer, notes);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        ClientTransaction.writeSignatureList(writer, signatures);
    }

    static Transfer readFrom(TransactionHeader header, CanonicalReader reader) {
        List<TokenReference> inputs = reader.list(reader.u8(), TOKENS_MAX, () -> TokenReference.readFrom(reader));
        List<Token> outputs = reader.list(reader.u8(), TOKENS_MAX, () -> Token.readFrom(reader));
        List<Bytes> notes = ClientTransaction.readNotes(reader, outputs.size());
        return new Transfer(header, inputs, outputs, notes, ClientTransaction.readSignatures(reader));
    }
}
