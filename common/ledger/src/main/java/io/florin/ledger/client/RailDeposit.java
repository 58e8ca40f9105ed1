package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;

/// Tokens leave the ledger for an instant rail: inputs = change + amount. What is deposited is no token any more, and
/// nobody can spend it here; the rail's authorities credit it once, under the id of this transaction.
///
/// @param recipient owner of the account that is credited, or of the output that is made. The ledger shows the hash of
/// this key, endorsers see whose it is
/// @param amount in minor units, above zero
/// @param floatLimit of the rail in the configuration that the header names: the committer knows no rails, and decides
/// by what stands in the transaction
/// @param inputs 1 to 16 tokens on the ledger
/// @param change 0 to 16 tokens of owners of the inputs
/// @param notes one for each change token
/// @param signatures one for each distinct owner of the inputs, in order of first appearance (not part of the id)
public record RailDeposit(
        TransactionHeader header,
        RailId rail,
        OwnerKey recipient,
        Amount amount,
        Amount floatLimit,
        List<TokenReference> inputs,
        List<Token> change,
        List<Bytes> notes,
        List<Bytes> signatures)
        implements ClientTransaction {

    /// @throws IllegalArgumentException if nothing is deposited, or there are too few or too many of a list
    public RailDeposit {
        inputs = List.copyOf(inputs);
        change = List.copyOf(change);
        notes = List.copyOf(notes);
        signatures = List.copyOf(signatures);
        if (amount.isZero()) {
            throw new IllegalArgumentException("a deposit has an amount above zero");
        }
        ClientTransaction.checkCount(inputs.size(), 1, "inputs");
        ClientTransaction.checkCount(change.size(), 0, "change");
        ClientTransaction.checkNotes(notes, change.size());
        ClientTransaction.checkSignatures(signatures);
    }

    @Override
    public TransactionKind kind() {
        return TransactionKind.RAIL_DEPOSIT;
    }

    /// The distinct owners of the inputs, in order of first appearance: who must sign.
    public List<OwnerKey> signers() {
        return Transfer.signersOf(inputs);
    }

    /// Amount that leaves the payers: nothing where the recipient is one of them.
    public Amount paidToOthers() {
        return signers().contains(recipient) ? Amount.ZERO : amount;
    }

    public RailDeposit withSignatures(List<Bytes> newSignatures) {
        return new RailDeposit(header, rail, recipient, amount, floatLimit, inputs, change, notes, newSignatures);
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        writer.u16(rail.value())
                .fixed(recipient.value())
                .u63(amount.minorUnits())
                .u63(floatLimit.minorUnits());
        writer.u8(inputs.size());
        inputs.forEach(input -> input.writeTo(writer));
        writer.u8(change.size());
        change.forEach(output -> output.writeTo(writer));
        ClientTransaction.writeNotes(writer, notes);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        ClientTransaction.writeSignatureList(writer, signatures);
    }

    static RailDeposit readFrom(TransactionHeader header, CanonicalReader reader) {
        RailId rail = new RailId(reader.u16());
        OwnerKey recipient = new OwnerKey(reader.fixed32());
        Amount amount = Amount.of(reader.u63());
        Amount floatLimit = Amount.of(reader.u63());
        List<TokenReference> inputs = reader.list(reader.u8(), TOKENS_MAX, () -> TokenReference.readFrom(reader));
        List<Token> change = reader.list(reader.u8(), TOKENS_MAX, () -> Token.readFrom(reader));
        List<Bytes> notes = ClientTransaction.readNotes(reader, change.size());
        List<Bytes> signatures = ClientTransaction.readSignatures(reader);
        return new RailDeposit(header, rail, recipient, amount, floatLimit, inputs, change, notes, signatures);
    }
}
