package io.florin.ledger.rail.channel;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.Vote;
import java.util.List;

/// Answers of an authority. Encoding: kind `u8`, then the fields; numbers are never reused.
public sealed interface RailAnswer {

    /// Windows of one authority that are told at most: one for each of its shards, and as many bytes as one answer may
    /// have.
    int HELD_MAX = 256;

    record Voted(Vote vote) implements RailAnswer {}

    /// The certificate that was asked to be executed is, exactly as it was sent.
    record Effects(SignedEffects effects) implements RailAnswer {}

    /// @param certificate that was executed, which the asker may lack
    record Executed(TransferCertificate certificate, SignedEffects effects) implements RailAnswer {}

    record OutputsExecuted(OutputCertificate certificate, SignedEffects effects) implements RailAnswer {}

    /// The request was kept, and its answer comes later.
    record Waits() implements RailAnswer {}

    record Refused(RailRefusal reason) implements RailAnswer {}

    record Found(TransferCertificate certificate) implements RailAnswer {}

    record OutputsFound(OutputCertificate certificate) implements RailAnswer {}

    record Information(AccountInformation information) implements RailAnswer {}

    record Open(OpenSequence statement) implements RailAnswer {}

    record Stated(RescueStatement statement) implements RailAnswer {}

    /// A rescue ended the sequence without this order.
    record Decided(RescueOutcome outcome) implements RailAnswer {}

    /// The authority does not have what was asked for.
    record Unknown() implements RailAnswer {}

    record FoundWindow(ExecutedWindow window) implements RailAnswer {}

    record Held(List<HeldWindow> windows) implements RailAnswer {
        public Held {
            windows = List.copyOf(windows);
        }
    }

    /// The notice has come.
    record Told() implements RailAnswer {}

    default Bytes encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        switch (this) {
            case Voted(var vote) -> vote.writeTo(writer.u8(1));
            case Effects(var effects) -> effects.writeTo(writer.u8(2));
            case Executed(var certificate, var effects) -> {
                certificate.writeTo(writer.u8(3));
                effects.writeTo(writer);
            }
            case OutputsExecuted(var certificate, var effects) -> {
                certificate.writeTo(writer.u8(4));
                effects.writeTo(writer);
            }
            case Waits() -> writer.u8(5);
            case Refused(var reason) -> writer.u8(6).u8(reason.number());
            case Found(var certificate) -> certificate.writeTo(writer.u8(7));
            case OutputsFound(var certificate) -> certificate.writeTo(writer.u8(8));
            case Information(var information) -> information.writeTo(writer.u8(9));
            case Open(var statement) -> statement.writeTo(writer.u8(10));
            case Stated(var statement) -> statement.writeTo(writer.u8(11));
            case Decided(var outcome) -> outcome.writeTo(writer.u8(12));
            case Unknown() -> writer.u8(13);
            case FoundWindow(var window) -> window.writeTo(writer.u8(14));
            case Held(var windows) -> {
                writer.u8(15).u16(windows.size());
                windows.forEach(window -> window.writeTo(writer));
            }
            case Told() -> writer.u8(16);
        }
        return Bytes.of(writer.toByteArray());
    }

    /// @throws DecodeException when the bytes are no answer
    static RailAnswer decode(Bytes bytes) {
        return CanonicalReader.decode(bytes.toArray(), RailAnswer::readFrom);
    }

    private static RailAnswer readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new Voted(Vote.readFrom(reader));
            case 2 -> new Effects(SignedEffects.readFrom(reader));
            case 3 -> new Executed(TransferCertificate.readFrom(reader), SignedEffects.readFrom(reader));
            case 4 -> new OutputsExecuted(OutputCertificate.readFrom(reader), SignedEffects.readFrom(reader));
            case 5 -> new Waits();
            case 6 -> new Refused(reason(reader.u8()));
            case 7 -> new Found(TransferCertificate.readFrom(reader));
            case 8 -> new OutputsFound(OutputCertificate.readFrom(reader));
            case 9 -> new Information(AccountInformation.readFrom(reader));
            case 10 -> new Open(OpenSequence.readFrom(reader));
            case 11 -> new Stated(RescueStatement.readFrom(reader));
            case 12 -> new Decided(RescueOutcome.readFrom(reader));
            case 13 -> new Unknown();
            case 14 -> new FoundWindow(ExecutedWindow.readFrom(reader));
            case 15 -> new Held(reader.list(reader.u16(), HELD_MAX, () -> HeldWindow.readFrom(reader)));
            case 16 -> new Told();
            default -> throw new DecodeException("no answer " + kind);
        };
    }

    private static RailRefusal reason(int number) {
        return RailRefusal.of(number).orElseThrow(() -> new DecodeException("no refusal " + number));
    }
}
