package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;

/// One authority's word that it executed an order; 2F + 1 of them make the payment final.
///
/// @param authority 1 to n
/// @param signature over [RailStatements#effects]
public record SignedEffects(int authority, Bytes32 orderId, AuthoritySignature signature) {

    /// @throws IllegalArgumentException if the authority does not fit a byte
    public SignedEffects {
        if (authority < 1 || authority > 0xFF) {
            throw new IllegalArgumentException("no authority " + authority);
        }
    }

    public boolean isAuthentic(RailScope scope, CommitteeVerifier committee) {
        return committee.verify(RailStatements.effects(scope, orderId), authority, signature);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(authority).fixed(orderId);
        signature.writeTo(writer);
    }

    public static SignedEffects readFrom(CanonicalReader reader) {
        return new SignedEffects(reader.u8(), reader.fixed32(), AuthoritySignature.readFrom(reader));
    }
}
