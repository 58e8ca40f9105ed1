package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.RailAccount;
import java.util.List;

/// One line of the journal of a shard of outputs. The state is the sum of its records: nothing else changes it, and
/// applying the same records gives the same state.
public sealed interface OutputRecord {

    /// The inputs here are held for this transaction, and the other shards are asked; voted for, if there are none.
    record Begun(OutputRequest asked) implements OutputRecord {}

    /// Executed as far as this shard is concerned; in full when the other shards of its inputs have said so.
    record Executed(OutputCertificate certificate) implements OutputRecord {}

    /// A file proves that what is here of a transaction's outputs is final.
    record Carried(FinalOutputs file) implements OutputRecord {}

    record NoticeTaken(int fromShard, NumberedNotice<OutputNotice> notice) implements OutputRecord {}

    record NoticesAcknowledged(int byShard, long upTo) implements OutputRecord {}

    /// A window of another authority is read; of its transactions, those that this shard coordinates.
    record WindowTaken(int authority, int shard, long number, List<ExecutedOrder> executed) implements OutputRecord {
        public WindowTaken {
            executed = List.copyOf(executed);
        }
    }

    /// The own window of this number ends and has so many transactions.
    record WindowClosed(long number, int size) implements OutputRecord {}

    record Deposited(Bytes32 key, RailAccount owner, Amount amount) implements OutputRecord {}

    record HeightReached(long height) implements OutputRecord {}

    record StandingChanged(RailAccount owner, boolean suspended) implements OutputRecord {}

    default byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        switch (this) {
            case Begun(OutputRequest asked) -> asked.writeTo(writer.u8(1));
            case Executed(OutputCertificate certificate) -> certificate.writeTo(writer.u8(2));
            case Carried(FinalOutputs file) -> file.writeTo(writer.u8(3));
            case NoticeTaken it -> it.notice().writeTo(writer.u8(4).u16(it.fromShard()), OutputNotice::writeTo);
            case NoticesAcknowledged it -> writer.u8(5).u16(it.byShard()).u63(it.upTo());
            case WindowTaken it -> {
                writer.u8(6).u8(it.authority()).u16(it.shard()).u63(it.number());
                writer.u16(it.executed().size());
                it.executed().forEach(order -> order.writeTo(writer));
            }
            case WindowClosed it -> writer.u8(7).u63(it.number()).u16(it.size());
            case Deposited it ->
                writer.u8(8)
                        .fixed(it.key())
                        .fixed(it.owner().value())
                        .u63(it.amount().minorUnits());
            case HeightReached it -> writer.u8(9).u63(it.height());
            case StandingChanged it -> writer.u8(10).fixed(it.owner().value()).flag(it.suspended());
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are no record
    static OutputRecord decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, OutputRecord::readFrom);
    }

    private static OutputRecord readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new Begun(OutputRequest.readFrom(reader));
            case 2 -> new Executed(OutputCertificate.readFrom(reader));
            case 3 -> new Carried(FinalOutputs.readFrom(reader));
            case 4 -> new NoticeTaken(reader.u16(), NumberedNotice.readFrom(reader, OutputNotice::readFrom));
            case 5 -> new NoticesAcknowledged(reader.u16(), reader.u63());
            case 6 ->
                new WindowTaken(
                        reader.u8(),
                        reader.u16(),
                        reader.u63(),
                        reader.list(reader.u16(), ExecutedWindow.ORDERS_MAX, () -> ExecutedOrder.readFrom(reader)));
            case 7 -> new WindowClosed(reader.u63(), reader.u16());
            case 8 -> new Deposited(reader.fixed32(), new RailAccount(reader.fixed32()), Amount.of(reader.u63()));
            case 9 -> new HeightReached(reader.u63());
            case 10 -> new StandingChanged(new RailAccount(reader.fixed32()), reader.flag());
            default -> throw new DecodeException("unknown record of a shard " + kind);
        };
    }
}
