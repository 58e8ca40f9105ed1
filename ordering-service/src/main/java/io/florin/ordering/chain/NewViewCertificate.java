package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;

/// A new view with the votes of a quorum. At most one beginning of a view has them, because a party votes for one only
/// in a view; so every party draws the same conclusion from it.
///
/// @param votes ascending by party
public record NewViewCertificate(NewView newView, List<PartySignature> votes) {

    public NewViewCertificate {
        votes = List.copyOf(votes);
    }

    public long view() {
        return newView.view();
    }

    void writeTo(CanonicalWriter writer) {
        newView.writeTo(writer);
        writeSignatures(writer, votes);
    }

    static NewViewCertificate readFrom(CanonicalReader reader) {
        return new NewViewCertificate(NewView.readFrom(reader), readSignatures(reader));
    }

    static void writeSignatures(CanonicalWriter writer, List<PartySignature> signatures) {
        writer.u8(signatures.size());
        signatures.forEach(signature ->
                writer.u8(signature.party()).fixed(signature.signature().toArray()));
    }

    static List<PartySignature> readSignatures(CanonicalReader reader) {
        return reader.list(
                reader.u8(),
                QuorumCertificate.PARTIES_MAX,
                () -> new PartySignature(reader.u8(), Bytes.of(reader.fixed(PartySignature.SIGNATURE_SIZE))));
    }
}
