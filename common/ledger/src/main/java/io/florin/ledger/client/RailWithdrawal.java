package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.FinalProof.Payout;
import io.florin.ledger.token.Token;
import java.util.List;

/// Money comes back from an instant rail: a final payment to owners of the ledger becomes their tokens. Nobody signs
/// it, since the payment says all: whoever holds its file submits it, and a second one of the same order conflicts with
/// the first. So it has no notes either: a note by anybody would tell the payee a story that no payer signed.
public record RailWithdrawal(TransactionHeader header, FinalProof proof) implements ClientTransaction {

    @Override
    public TransactionKind kind() {
        return TransactionKind.RAIL_WITHDRAWAL;
    }

    @Override
    public List<Bytes> notes() {
        return List.of();
    }

    /// The tokens that it makes, in the order in which the payment names their owners.
    public List<Token> outputs() {
        NamespaceId currency = header.namespace();
        return proof.payouts().stream()
                .map(payout -> new Token(payout.owner(), currency.value(), payout.amount()))
                .toList();
    }

    /// Money that leaves the rail, in minor units.
    ///
    /// @throws ArithmeticException if the sum exceeds 63 bits
    public Amount amount() {
        return proof.payouts().stream().map(Payout::amount).reduce(Amount.ZERO, Amount::plus);
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        proof.writeTo(writer);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        // the proof has them
    }

    static RailWithdrawal readFrom(TransactionHeader header, CanonicalReader reader) {
        return new RailWithdrawal(header, FinalProof.readFrom(reader));
    }
}
