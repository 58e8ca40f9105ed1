package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.List;

/// An entry of a shard's journal. Nothing else changes the shard's state, so the same records always make the same
/// state. Layouts are free to change with a migration; on disk each is kind u8, then the fields.
public sealed interface ShardRecord {

    /// The one vote for the sender's sequence.
    record Voted(SignedOrder order) implements ShardRecord {}

    record Executed(TransferCertificate certificate) implements ShardRecord {}

    /// A certificate that cannot be executed yet.
    record Waiting(TransferCertificate certificate) implements ShardRecord {}

    /// A payment to an account here, final by its own file.
    record Carried(FinalPayment payment) implements ShardRecord {}

    record NoticeTaken(int fromShard, NumberedNotice<Notice> notice) implements ShardRecord {}

    record NoticesAcknowledged(int byShard, long upTo) implements ShardRecord {}

    /// @param executed orders of accounts here only, and only those that the authority had not named before
    record WindowTaken(int authority, int shard, long number, List<ExecutedOrder> executed) implements ShardRecord {
        public WindowTaken {
            executed = List.copyOf(executed);
        }
    }

    /// The own window of this number ended behind this many of the executed orders that were in none.
    record WindowClosed(long number, int size) implements ShardRecord {}

    record Deposited(Bytes32 key, RailAccount account, Amount amount) implements ShardRecord {}

    record HeightReached(long height) implements ShardRecord {}

    record StandingChanged(RailAccount account, boolean suspended) implements ShardRecord {}

    /// A rescue of this sequence is committed.
    record Frozen(RailAccount account, long sequence) implements ShardRecord {}

    /// The rescue's order stands.
    record Stands(RescueOutcome outcome) implements ShardRecord {}

    /// The rescue's sequence is void.
    record Voided(RescueOutcome outcome) implements ShardRecord {}

    /// An order that others say they executed is of a void sequence.
    record Lapsed(TransferCertificate certificate) implements ShardRecord {}

    default byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(256);
        switch (this) {
            case Voted it -> it.order().writeTo(writer.u8(1));
            case Executed it -> it.certificate().writeTo(writer.u8(2));
            case Waiting it -> it.certificate().writeTo(writer.u8(3));
            case Carried it -> it.payment().writeTo(writer.u8(4));
            case NoticeTaken it -> it.notice().writeTo(writer.u8(5).u16(it.fromShard()), Notice::writeTo);
            case NoticesAcknowledged it -> writer.u8(6).u16(it.byShard()).u63(it.upTo());
            case WindowTaken it -> {
                writer.u8(7).u8(it.authority()).u16(it.shard()).u63(it.number());
                writer.u16(it.executed().size());
                it.executed().forEach(order -> order.writeTo(writer));
            }
            case WindowClosed it -> writer.u8(8).u63(it.number()).u16(it.size());
            case Deposited it ->
                writer.u8(9)
                        .fixed(it.key())
                        .fixed(it.account().value())
                        .u63(it.amount().minorUnits());
            case HeightReached it -> writer.u8(10).u63(it.height());
            case StandingChanged it -> writer.u8(11).fixed(it.account().value()).flag(it.suspended());
            case Frozen it -> writer.u8(12).fixed(it.account().value()).u63(it.sequence());
            case Stands it -> it.outcome().writeTo(writer.u8(13));
            case Voided it -> it.outcome().writeTo(writer.u8(14));
            case Lapsed it -> it.certificate().writeTo(writer.u8(15));
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are no record
    static ShardRecord decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, ShardRecord::readFrom);
    }

    private static ShardRecord readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new Voted(SignedOrder.readFrom(reader));
            case 2 -> new Executed(TransferCertificate.readFrom(reader));
            case 3 -> new Waiting(TransferCertificate.readFrom(reader));
            case 4 -> new Carried(FinalPayment.readFrom(reader));
            case 5 -> new NoticeTaken(reader.u16(), NumberedNotice.readFrom(reader, Notice::readFrom));
            case 6 -> new NoticesAcknowledged(reader.u16(), reader.u63());
            case 7 ->
                new WindowTaken(
                        reader.u8(),
                        reader.u16(),
                        reader.u63(),
                        reader.list(reader.u16(), ExecutedWindow.ORDERS_MAX, () -> ExecutedOrder.readFrom(reader)));
            case 8 -> new WindowClosed(reader.u63(), reader.u16());
            case 9 -> new Deposited(reader.fixed32(), new RailAccount(reader.fixed32()), Amount.of(reader.u63()));
            case 10 -> new HeightReached(reader.u63());
            case 11 -> new StandingChanged(new RailAccount(reader.fixed32()), reader.flag());
            case 12 -> new Frozen(new RailAccount(reader.fixed32()), reader.u63());
            case 13 -> new Stands(RescueOutcome.readFrom(reader));
            case 14 -> new Voided(RescueOutcome.readFrom(reader));
            case 15 -> new Lapsed(TransferCertificate.readFrom(reader));
            default -> throw new DecodeException("unknown record of a shard " + kind);
        };
    }
}
