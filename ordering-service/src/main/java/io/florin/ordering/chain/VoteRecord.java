package io.florin.ordering.chain;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.Candidate;

/// An entry of the vote log, which is on disk before a signature leaves.
public sealed interface VoteRecord {

    /// No vote in an earlier round any more.
    record Promised(long round) implements VoteRecord {}

    /// The one opening this party votes for in the round.
    record NewViewVoted(long round, Bytes32 openingHash) implements VoteRecord {}

    record RoundOpened(NewViewCertificate certificate) implements VoteRecord {}

    /// The vote for a header, with its entries so that it can be offered again.
    record Voted(Vote vote) implements VoteRecord {}

    default byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(256);
        switch (this) {
            case Promised promised -> writer.u8(1).u32(promised.round());
            case NewViewVoted voted -> writer.u8(2).u32(voted.round()).fixed(voted.openingHash());
            case RoundOpened opened -> opened.certificate().writeTo(writer.u8(3));
            case Voted voted -> {
                writer.u8(4).u32(voted.vote().round());
                voted.vote().opening().writeTo(writer);
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
                case 3 -> new RoundOpened(NewViewCertificate.readFrom(reader));
                case 4 -> {
                    long round = reader.u32();
                    NewViewCertificate opening = NewViewCertificate.readFrom(reader);
                    yield new Voted(new Vote(round, Candidate.readFrom(reader), opening));
                }
                default -> throw new DecodeException("unknown vote record " + kind);
            };
        });
    }
}
