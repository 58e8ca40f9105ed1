package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The file of a payment of either kind of rail that nothing can undo. Encoding: kind u8 as in [RailKind], then the
/// file.
public sealed interface FinalProof {

    /// An order of an account.
    record OfAccount(FinalPayment payment) implements FinalProof {}

    /// A transaction of outputs.
    record OfOutputs(FinalOutputs outputs) implements FinalProof {}

    /// Money that leaves the rail.
    ///
    /// @param owner on the ledger
    /// @param amount in minor units, above zero
    record Payout(OwnerKey owner, Amount amount) {}

    default RailKind kind() {
        return switch (this) {
            case OfAccount _ -> RailKind.ACCOUNTS;
            case OfOutputs _ -> RailKind.OUTPUTS;
        };
    }

    default RailScope scope() {
        return switch (this) {
            case OfAccount(FinalPayment payment) -> payment.order().scope();
            case OfOutputs(FinalOutputs outputs) -> outputs.transaction().scope();
        };
    }

    /// The order's id, or the transaction's.
    default Bytes32 id() {
        return switch (this) {
            case OfAccount(FinalPayment payment) -> payment.orderId();
            case OfOutputs(FinalOutputs outputs) -> outputs.id();
        };
    }

    /// Everything in it that goes to owners of the ledger, in order; empty of a payment that stays on the rail.
    default List<Payout> payouts() {
        return switch (this) {
            case OfAccount(FinalPayment payment) ->
                payout(payment.order().recipient(), payment.order().amount()).toList();
            case OfOutputs(FinalOutputs outputs) ->
                outputs.transaction().outputs().stream()
                        .flatMap(output -> payout(output.recipient(), output.value()))
                        .toList();
        };
    }

    private static Stream<Payout> payout(RailRecipient recipient, Amount amount) {
        return switch (recipient) {
            case RailRecipient.OnLedger(OwnerKey owner) -> Stream.of(new Payout(owner, amount));
            case RailRecipient.OnRail _ -> Stream.empty();
        };
    }

    /// Reason for which the file proves nothing in this scope; empty if the payment is final.
    ///
    /// @param finality of the scope's committee
    default Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee, RailFinality finality) {
        return switch (this) {
            case OfAccount(FinalPayment payment) -> payment.refusal(scope, committee);
            case OfOutputs(FinalOutputs outputs) -> outputs.refusal(scope, committee, finality);
        };
    }

    default void writeTo(CanonicalWriter writer) {
        writer.u8(kind().number());
        switch (this) {
            case OfAccount(FinalPayment payment) -> payment.writeTo(writer);
            case OfOutputs(FinalOutputs outputs) -> outputs.writeTo(writer);
        }
    }

    static FinalProof readFrom(CanonicalReader reader) {
        int number = reader.u8();
        RailKind kind = RailKind.of(number).orElseThrow(() -> new DecodeException("no kind of rail " + number));
        return switch (kind) {
            case ACCOUNTS -> new OfAccount(FinalPayment.readFrom(reader));
            case OUTPUTS -> new OfOutputs(FinalOutputs.readFrom(reader));
        };
    }
}
