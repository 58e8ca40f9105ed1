package io.florin.ledger.rail;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;

/// An instant rail as the network's configuration has it: whose money is on it, in which form, and its committee in the
/// epoch that is in force. Encoding: currency u16, kind u8, committee.
///
/// @param currency the namespace whose tokens it takes and gives back
public record InstantRail(NamespaceId currency, RailKind kind, RailCommittee committee)
        implements Comparable<InstantRail> {

    /// @throws IllegalArgumentException if accounts are to be final with their votes
    public InstantRail {
        if (kind == RailKind.ACCOUNTS && committee.finality() == RailFinality.VOTES) {
            throw new IllegalArgumentException("a payment of an account is final with its effects");
        }
    }

    public RailId id() {
        return committee.rail();
    }

    @Override
    public int compareTo(InstantRail other) {
        return id().compareTo(other.id());
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u16(currency.value()).u8(kind.number());
        committee.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static InstantRail readFrom(CanonicalReader reader) {
        NamespaceId currency = new NamespaceId(reader.u16());
        int number = reader.u8();
        RailKind kind = RailKind.of(number).orElseThrow(() -> new DecodeException("no kind of rail " + number));
        return new InstantRail(currency, kind, RailCommittee.readFrom(reader));
    }

    public static InstantRail decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, InstantRail::readFrom);
    }
}
