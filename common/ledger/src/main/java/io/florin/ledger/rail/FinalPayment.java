package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import java.util.Optional;

/// A payment that nothing can undo: its order, the certificate, and the word of 2F + 1 authorities that they executed
/// it. One file, which anybody verifies offline who knows the committee of its epoch.
///
/// @param effects over [RailStatements#effects]
public record FinalPayment(TransferCertificate certificate, QuorumSignature effects) {

    public TransferOrder order() {
        return certificate.order();
    }

    public Bytes32 orderId() {
        return certificate.orderId();
    }

    /// Reason for which the file proves nothing in this scope; empty if the payment is final.
    public Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee) {
        Optional<RailRefusal> uncertified = certificate.refusal(scope, committee);
        if (uncertified.isPresent()) {
            return uncertified;
        }
        return committee.verify(RailStatements.effects(scope, orderId()), effects)
                ? Optional.empty()
                : Optional.of(RailRefusal.BAD_EFFECTS);
    }

    public void writeTo(CanonicalWriter writer) {
        certificate.writeTo(writer);
        effects.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(768);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static FinalPayment readFrom(CanonicalReader reader) {
        return new FinalPayment(TransferCertificate.readFrom(reader), QuorumSignature.readFrom(reader));
    }

    public static FinalPayment decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, FinalPayment::readFrom);
    }
}
