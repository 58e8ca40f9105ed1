package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;

/// One authority's vote for an order; 2F + 1 of them make a certificate.
///
/// @param authority 1 to n
/// @param signature over [RailStatements#vote]
public record Vote(int authority, Bytes32 orderId, AuthoritySignature signature) {

    /// @throws IllegalArgumentException if the authority does not fit a byte
    public Vote {
        if (authority < 1 || authority > 0xFF) {
            throw new IllegalArgumentException("no authority " + authority);
        }
    }

    public boolean isAuthentic(RailScope scope, CommitteeVerifier committee) {
        return committee.verify(RailStatements.vote(scope, orderId), authority, signature);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(authority).fixed(orderId);
        signature.writeTo(writer);
    }

    public static Vote readFrom(CanonicalReader reader) {
        return new Vote(reader.u8(), reader.fixed32(), AuthoritySignature.readFrom(reader));
    }
}
