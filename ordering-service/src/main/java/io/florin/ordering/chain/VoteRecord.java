package io.florin.ordering.chain;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.Candidate;

/// An entry of the vote log, which is on disk before a signature leaves.
public sealed interface VoteRecord {

    /// No vote in an earlier view any more.
    record Promised(long view) implements VoteRecord {}

    /// The one new view this party votes for under its number.
    record NewViewVoted(long view, Bytes32 newViewHash) implements VoteRecord {}

    record ViewOpened(NewViewCertificate certificate) implements VoteRecord {}

    /// The vote for a header, with its entries so that it can be offered again.
    record Voted(HeaderVote vote) implements VoteRecord {}

    default byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(256);
        switch (this) {
            case Promised promised -> writer.u8(1).u32(promised.view());
            case NewViewVoted voted -> writer.u8(2).u32(voted.view()).fixed(voted.newViewHash());
            case ViewOpened opened -> opened.certificate().writeTo(writer.u8(3));
            case Voted voted -> {
                writer.u8(4).u32(voted.vote().view());
                voted.vote().newView().writeTo(writer);
                voted.vote().candidate().writeTo(writer);
            }
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are no record
    static VoteRecord decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            int kind = reader.u8();
            return switch (kind) {
                case 1 -> new Promised(reader.u32());
                case 2 -> new NewViewVoted(reader.u32(), reader.fixed32());
                case 3 -> new ViewOpened(NewViewCertificate.readFrom(reader));
                case 4 -> {
                    long view = reader.u32();
                    NewViewCertificate newView = NewViewCertificate.readFrom(reader);
                    yield new Voted(new HeaderVote(view, Candidate.readFrom(reader), newView));
                }
                default -> throw new DecodeException("unknown vote record " + kind);
            };
        });
    }
}
