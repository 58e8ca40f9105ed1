package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.Optional;

/// Statement of an authority once it has frozen a sequence: the certificate that it holds, executed or not, or that it
/// holds none. It never executes anything else of that sequence before the outcome.
///
/// @param rescue names the rescue
/// @param authority 1 to n
/// @param held of that sequence, or empty
/// @param signature over [RailStatements#rescue]: of the order's id, for the certificate proves itself
public record RescueStatement(
        RailSequence rescue, int authority, Optional<TransferCertificate> held, AuthoritySignature signature) {

    /// @throws IllegalArgumentException if the authority does not fit a byte or the certificate is of another sequence
    public RescueStatement {
        if (authority < 1 || authority > 0xFF) {
            throw new IllegalArgumentException("no authority " + authority);
        }
        requireOf(rescue, held);
    }

    static void requireOf(RailSequence rescue, Optional<TransferCertificate> held) {
        if (held.filter(certificate -> !RailSequence.of(certificate.order()).equals(rescue))
                .isPresent()) {
            throw new IllegalArgumentException("a certificate of another sequence");
        }
    }

    /// The bytes that the authority signs.
    public byte[] statement() {
        return RailStatements.rescue(rescue, orderId());
    }

    private Optional<Bytes32> orderId() {
        return held.map(TransferCertificate::orderId);
    }

    /// Reason for which the statement counts for nothing in this scope; empty if it counts. One whose certificate does
    /// not hold is no word that there is none: honest authorities hold none that does not.
    public Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee) {
        Optional<RailRefusal> elsewhere = scope.refusalOf(rescue.scope());
        if (elsewhere.isPresent()) {
            return elsewhere;
        }
        if (!committee.verify(statement(), authority, signature)) {
            return Optional.of(RailRefusal.BAD_STATEMENT);
        }
        return held.flatMap(certificate -> certificate.refusal(scope, committee));
    }

    public void writeTo(CanonicalWriter writer) {
        rescue.writeTo(writer);
        writer.u8(authority).flag(held.isPresent());
        held.ifPresent(certificate -> certificate.writeTo(writer));
        signature.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static RescueStatement readFrom(CanonicalReader reader) {
        return new RescueStatement(
                RailSequence.readFrom(reader),
                reader.u8(),
                reader.flag() ? Optional.of(TransferCertificate.readFrom(reader)) : Optional.empty(),
                AuthoritySignature.readFrom(reader));
    }

    public static RescueStatement decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, RescueStatement::readFrom);
    }
}
