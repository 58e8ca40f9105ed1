package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import java.util.Optional;

/// A transaction of outputs that nothing can undo, as one file that anybody verifies offline who knows the committee of
/// its epoch. Whoever spends one of its outputs may bring it.
///
/// @param effects over [RailStatements#effects]; empty on a rail whose transactions are final with their votes
public record FinalOutputs(OutputCertificate certificate, Optional<QuorumSignature> effects) {

    public OutputTransaction transaction() {
        return certificate.transaction();
    }

    public Bytes32 id() {
        return certificate.id();
    }

    /// Reason for which the file proves nothing in this scope; empty if the transaction is final.
    ///
    /// @param finality of the scope's committee
    public Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee, RailFinality finality) {
        Optional<RailRefusal> uncertified = certificate.refusal(scope, committee);
        if (uncertified.isPresent()) {
            return uncertified;
        }
        boolean isFinal = switch (finality) {
            case EFFECTS ->
                effects.filter(it -> committee.verify(RailStatements.effects(scope, id()), it))
                        .isPresent();
            case VOTES -> effects.isEmpty(); // one file has one encoding
        };
        return isFinal ? Optional.empty() : Optional.of(RailRefusal.BAD_EFFECTS);
    }

    public void writeTo(CanonicalWriter writer) {
        certificate.writeTo(writer);
        writer.flag(effects.isPresent());
        effects.ifPresent(it -> it.writeTo(writer));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static FinalOutputs readFrom(CanonicalReader reader) {
        return new FinalOutputs(
                OutputCertificate.readFrom(reader),
                reader.flag() ? Optional.of(QuorumSignature.readFrom(reader)) : Optional.empty());
    }

    public static FinalOutputs decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, FinalOutputs::readFrom);
    }
}
