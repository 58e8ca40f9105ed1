package io.florin.ordering.chain;

import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// "In this view I voted for this header": what a view change says about the one height above the certified head.
///
/// @param view of the vote; equal to the header's view for a header that was new, later for one offered again
/// @param newView certificate of that view, which proves that the vote was allowed
record ReportedVote(long view, BlockHeader header, NewViewCertificate newView) {

    void writeTo(CanonicalWriter writer) {
        writer.u32(view);
        header.writeTo(writer);
        newView.writeTo(writer);
    }

    static ReportedVote readFrom(CanonicalReader reader) {
        return new ReportedVote(reader.u32(), BlockHeader.readFrom(reader), NewViewCertificate.readFrom(reader));
    }
}
