package io.florin.ordering.chain;

import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// "In this round I voted for this header": what a view change says about the one height above the certified head.
///
/// @param round of the vote; equal to the header's round for a header that was new, later for one offered again
/// @param opening certificate of that round, which proves that the vote was allowed
record ReportedVote(long round, BlockHeader header, NewViewCertificate opening) {

    void writeTo(CanonicalWriter writer) {
        writer.u32(round);
        header.writeTo(writer);
        opening.writeTo(writer);
    }

    static ReportedVote readFrom(CanonicalReader reader) {
        return new ReportedVote(reader.u32(), BlockHeader.readFrom(reader), NewViewCertificate.readFrom(reader));
    }
}
