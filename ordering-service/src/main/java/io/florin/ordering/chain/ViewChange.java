package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.Optional;

/// A party's signed promise to vote in no earlier view any more, with what it knows of the end of the chain.
///
/// @param head its last certified header with the certificate; empty before the first block
/// @param claim its vote for the height above, if it gave one
public record ViewChange(
        int party, long view, Optional<CertifiedHeader> head, Optional<ReportedVote> claim, Bytes signature) {

    /// @param certificate proves the header
    public record CertifiedHeader(BlockHeader header, QuorumCertificate certificate) {}

    byte[] signedPayload() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writePayload(writer);
        return writer.toByteArray();
    }

    void writeTo(CanonicalWriter writer) {
        writePayload(writer);
        writer.fixed(signature.toArray());
    }

    private void writePayload(CanonicalWriter writer) {
        writer.u8(party).u32(view).flag(head.isPresent());
        head.ifPresent(certified -> {
            certified.header().writeTo(writer);
            certified.certificate().writeTo(writer);
        });
        writer.flag(claim.isPresent());
        claim.ifPresent(vote -> vote.writeTo(writer));
    }

    static ViewChange readFrom(CanonicalReader reader) {
        return new ViewChange(
                reader.u8(),
                reader.u32(),
                reader.flag()
                        ? Optional.of(
                                new CertifiedHeader(BlockHeader.readFrom(reader), QuorumCertificate.readFrom(reader)))
                        : Optional.empty(),
                reader.flag() ? Optional.of(ReportedVote.readFrom(reader)) : Optional.empty(),
                Bytes.of(reader.fixed(PartySignature.SIGNATURE_SIZE)));
    }

    ViewChange signed(Bytes by) {
        return new ViewChange(party, view, head, claim, by);
    }
}
