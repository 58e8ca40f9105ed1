package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOutputTransaction;
import java.util.List;

/// Notices between shards of one authority about a transaction whose inputs and outputs are in several of them. They
/// travel exactly once and in order, so a release never overtakes its hold.
///
/// | from its coordinator | answer | |
/// |---|---|---|
/// | hold | held, or not held | keep your inputs for this transaction |
/// | release | – | it got no vote: give them up |
/// | spend | spent | it is executed |
/// | – | dead | another one that spends the same is executed: it never gets a certificate |
/// | made | – | to the shard of its id: it is executed |
/// | final | – | to the shard of its id: it is final here |
public sealed interface OutputNotice {

    /// @param carried what made those inputs, if the client brought it
    record Hold(SignedOutputTransaction signed, List<FinalOutputs> carried) implements OutputNotice {
        public Hold {
            carried = List.copyOf(carried);
        }
    }

    record Held(Bytes32 id) implements OutputNotice {}

    record NotHeld(Bytes32 id, RailRefusal reason) implements OutputNotice {}

    record Release(OutputTransaction transaction) implements OutputNotice {}

    /// The certificate proves it to the receiver.
    record Spend(OutputCertificate certificate) implements OutputNotice {}

    record Spent(Bytes32 id) implements OutputNotice {}

    /// To the coordinator, unasked.
    ///
    /// @param instead proves it to the receiver, who therefore cannot be made to vote twice for one output
    record Dead(Bytes32 id, OutputCertificate instead) implements OutputNotice {

        /// Whether a certificate of the other one is one against this transaction.
        static boolean isInsteadOf(OutputTransaction dead, OutputTransaction instead) {
            return !dead.id().equals(instead.id())
                    && dead.inputs().stream()
                            .anyMatch(input -> instead.inputs().stream()
                                    .anyMatch(other -> other.id().equals(input.id())));
        }
    }

    /// The certificate proves it to the receiver, who therefore cannot be made to mint.
    record Made(OutputCertificate certificate) implements OutputNotice {}

    record Final(Bytes32 id) implements OutputNotice {}

    /// Value that it brings to the shard that takes it, in minor units, for whoever sums up an authority: less than
    /// nothing if outputs are spent there.
    default long worth(OutputPlace receiver) {
        return switch (this) {
            case Made(var certificate) ->
                certificate.transaction().outputs().stream()
                        .filter(output -> output.recipient() instanceof RailRecipient.OnRail)
                        .mapToLong(output -> output.value().minorUnits())
                        .sum();
            case Spend(var certificate) ->
                -receiver.ours(certificate.transaction()).stream()
                        .mapToLong(input -> input.value().minorUnits())
                        .sum();
            case Hold _, Held _, NotHeld _, Release _, Spent _, Final _, Dead _ -> 0;
        };
    }

    default void writeTo(CanonicalWriter writer) {
        switch (this) {
            case Hold(var signed, var carried) -> {
                signed.writeTo(writer.u8(1));
                writer.u8(carried.size());
                carried.forEach(each -> each.writeTo(writer));
            }
            case Held(Bytes32 id) -> writer.u8(2).fixed(id);
            case NotHeld(Bytes32 id, RailRefusal reason) ->
                writer.u8(3).fixed(id).u8(reason.number());
            case Release(var transaction) -> transaction.writeTo(writer.u8(4));
            case Spend(var certificate) -> certificate.writeTo(writer.u8(5));
            case Spent(Bytes32 id) -> writer.u8(6).fixed(id);
            case Made(var certificate) -> certificate.writeTo(writer.u8(7));
            case Final(Bytes32 id) -> writer.u8(8).fixed(id);
            case Dead(Bytes32 id, var instead) -> instead.writeTo(writer.u8(9).fixed(id));
        }
    }

    /// @throws DecodeException when the kind is unknown
    static OutputNotice readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 ->
                new Hold(
                        SignedOutputTransaction.readFrom(reader),
                        reader.list(reader.u8(), OutputTransaction.INPUTS_MAX, () -> FinalOutputs.readFrom(reader)));
            case 2 -> new Held(reader.fixed32());
            case 3 -> new NotHeld(reader.fixed32(), reason(reader.u8()));
            case 4 -> new Release(OutputTransaction.readFrom(reader));
            case 5 -> new Spend(OutputCertificate.readFrom(reader));
            case 6 -> new Spent(reader.fixed32());
            case 7 -> new Made(OutputCertificate.readFrom(reader));
            case 8 -> new Final(reader.fixed32());
            case 9 -> new Dead(reader.fixed32(), OutputCertificate.readFrom(reader));
            default -> throw new DecodeException("unknown notice " + kind);
        };
    }

    private static RailRefusal reason(int number) {
        return RailRefusal.of(number).orElseThrow(() -> new DecodeException("no refusal " + number));
    }
}
