package io.florin.ordering.chain;

import io.florin.crypto.Bytes32;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ordering.protocol.Head;
import java.util.Optional;

/// Beginning of a view: its certified head, and the header that must be offered again first because it may have reached
/// a quorum before.
///
/// @param forced the header of the next height, if there is one that may have reached a quorum
public record NewView(long view, Head base, Optional<BlockHeader> forced) {

    /// Height at which the view's consensus starts: above the forced header if there is one.
    Head start() {
        return forced.map(Head::of).orElse(base);
    }

    /// Whether a party may vote for a header of this number that is new in this view.
    boolean frees(long number) {
        return number > start().number();
    }

    /// Whether this header is the one to offer again.
    boolean forces(Bytes32 headerHash) {
        return forced.map(header -> header.hash().equals(headerHash)).orElse(false);
    }

    void writeTo(CanonicalWriter writer) {
        writer.u32(view);
        base.writeTo(writer);
        writer.flag(forced.isPresent());
        forced.ifPresent(header -> header.writeTo(writer));
    }

    static NewView readFrom(CanonicalReader reader) {
        return new NewView(
                reader.u32(),
                Head.readFrom(reader),
                reader.flag() ? Optional.of(BlockHeader.readFrom(reader)) : Optional.empty());
    }

    byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(180);
        writeTo(writer);
        return writer.toByteArray();
    }
}
