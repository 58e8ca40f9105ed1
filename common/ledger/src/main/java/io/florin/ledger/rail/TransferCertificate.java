package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import java.util.Optional;

/// An order with the votes of 2F + 1 authorities. There is at most one for each sender and sequence, so it is executed
/// whatever an authority voted for. It is a promise until the payment is final.
///
/// @param votes over [RailStatements#vote]
public record TransferCertificate(SignedOrder signedOrder, QuorumSignature votes) {

    public TransferOrder order() {
        return signedOrder.order();
    }

    public Bytes32 orderId() {
        return signedOrder.id();
    }

    /// Reason for which nobody of this scope takes the certificate; empty if it holds. The owner's signature is checked
    /// as well: it is not part of what the quorum signed, and evidence against an owner is worth nothing without it.
    public Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee) {
        return refusalOfVotes(scope, committee)
                .or(() -> signedOrder.isAuthentic() ? Optional.empty() : Optional.of(RailRefusal.BAD_OWNER_SIGNATURE));
    }

    /// The same without the owner's signature, for whoever has checked this very signed order before.
    public Optional<RailRefusal> refusalOfVotes(RailScope scope, CommitteeVerifier committee) {
        Optional<RailRefusal> elsewhere = scope.refusalOf(order().scope());
        if (elsewhere.isPresent()) {
            return elsewhere;
        }
        return committee.verify(RailStatements.vote(scope, orderId()), votes)
                ? Optional.empty()
                : Optional.of(RailRefusal.BAD_CERTIFICATE);
    }

    public void writeTo(CanonicalWriter writer) {
        signedOrder.writeTo(writer);
        votes.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static TransferCertificate readFrom(CanonicalReader reader) {
        return new TransferCertificate(SignedOrder.readFrom(reader), QuorumSignature.readFrom(reader));
    }

    public static TransferCertificate decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, TransferCertificate::readFrom);
    }
}
