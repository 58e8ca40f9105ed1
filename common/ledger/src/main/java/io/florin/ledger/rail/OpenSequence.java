package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;

/// One authority's word that a sequence is the account's next one there, so that no order of it is executed. Evidence
/// for a rescue carries F + 1 of these: one of them is honest, and an order that was executed and then expired is no
/// evidence.
///
/// @param authority 1 to n
/// @param signature over [RailStatements#openSequence]
public record OpenSequence(int authority, RailAccount account, long sequence, AuthoritySignature signature) {

    /// @throws IllegalArgumentException if the authority does not fit a byte or the sequence is negative
    public OpenSequence {
        if (authority < 1 || authority > 0xFF || sequence < 0) {
            throw new IllegalArgumentException("no sequence " + sequence + " of authority " + authority);
        }
    }

    public boolean isAuthentic(RailScope scope, CommitteeVerifier committee) {
        return committee.verify(RailStatements.openSequence(scope, account, sequence), authority, signature);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(authority).fixed(account.value()).u63(sequence);
        signature.writeTo(writer);
    }

    public static OpenSequence readFrom(CanonicalReader reader) {
        return new OpenSequence(
                reader.u8(), new RailAccount(reader.fixed32()), reader.u63(), AuthoritySignature.readFrom(reader));
    }
}
