package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import java.util.Optional;

/// A transaction of outputs with the votes of 2F + 1 authorities. An authority votes once for each input, so of all
/// transactions that spend an output at most one gets this, and it is executed whatever an authority voted for.
///
/// @param votes over [RailStatements#vote]
public record OutputCertificate(SignedOutputTransaction signed, QuorumSignature votes) {

    public OutputTransaction transaction() {
        return signed.transaction();
    }

    public Bytes32 id() {
        return signed.id();
    }

    /// Reason for which nobody of this scope takes the certificate; empty if it holds. The owners' signatures are not
    /// part of what the quorum signed, and are checked as well.
    public Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee) {
        Optional<RailRefusal> elsewhere = scope.refusalOf(transaction().scope());
        if (elsewhere.isPresent()) {
            return elsewhere;
        }
        if (!committee.verify(RailStatements.vote(scope, id()), votes)) {
            return Optional.of(RailRefusal.BAD_CERTIFICATE);
        }
        return signed.isAuthentic() ? Optional.empty() : Optional.of(RailRefusal.BAD_OWNER_SIGNATURE);
    }

    public void writeTo(CanonicalWriter writer) {
        signed.writeTo(writer);
        votes.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static OutputCertificate readFrom(CanonicalReader reader) {
        return new OutputCertificate(SignedOutputTransaction.readFrom(reader), QuorumSignature.readFrom(reader));
    }

    public static OutputCertificate decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, OutputCertificate::readFrom);
    }
}
