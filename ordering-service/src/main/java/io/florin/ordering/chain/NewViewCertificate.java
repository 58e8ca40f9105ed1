package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;

/// An opening with the votes of a quorum. At most one opening of a round has one, because a party votes for one opening
/// in a round; so every party draws the same conclusion from it.
///
/// @param votes ascending by party
public record NewViewCertificate(NewView opening, List<PartySignature> votes) {

    public NewViewCertificate {
        votes = List.copyOf(votes);
    }

    public long round() {
        return opening.round();
    }

    void writeTo(CanonicalWriter writer) {
        opening.writeTo(writer);
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
