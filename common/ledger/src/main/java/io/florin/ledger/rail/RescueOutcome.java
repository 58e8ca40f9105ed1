package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeSize;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Outcome that ends a rescue: the statements of 2F + 1 authorities that froze the sequence. A final payment was
/// executed by 2F + 1, so one honest authority among any 2F + 1 executed it before it froze, and shows it: what is
/// final stands. There is no clock in this.
///
/// The certificate stands once for all who show it, since they sign its order's id: with 31 authorities an outcome is
/// smaller by a factor of ten.
///
/// @param certificate what some of them hold; present if and only if one of them shows it
/// @param voices ascending by authority
public record RescueOutcome(RailSequence rescue, Optional<TransferCertificate> certificate, List<Voice> voices) {

    /// One authority's statement.
    ///
    /// @param authority 1 to n
    /// @param shows whether it holds the certificate; else it holds none
    public record Voice(int authority, boolean shows, AuthoritySignature signature) {}

    /// @throws IllegalArgumentException if there are more voices than authorities in any committee, they do not ascend,
    /// or the certificate is of another sequence, shown by nobody, or shown and not there
    public RescueOutcome {
        voices = List.copyOf(voices);
        if (voices.size() > CommitteeSize.AUTHORITIES_MAX) {
            throw new IllegalArgumentException(voices.size() + " statements");
        }
        int before = 0;
        for (Voice voice : voices) {
            if (voice.authority() <= before || voice.authority() > CommitteeSize.AUTHORITIES_MAX) {
                throw new IllegalArgumentException("statements ascend by authority");
            }
            before = voice.authority();
        }
        if (voices.stream().anyMatch(Voice::shows) != certificate.isPresent()) {
            throw new IllegalArgumentException("the certificate is there if and only if somebody shows it");
        }
        RescueStatement.requireOf(rescue, certificate);
    }

    /// Puts statements together. Of those that show different orders, which takes more than F liars, the first one's
    /// order counts and the others are left out.
    ///
    /// @param statements of this rescue, one of each authority, verified
    public static RescueOutcome of(RailSequence rescue, Collection<RescueStatement> statements) {
        Optional<TransferCertificate> certificate =
                statements.stream().flatMap(each -> each.held().stream()).findFirst();
        Optional<Bytes32> shown = certificate.map(TransferCertificate::orderId);
        List<Voice> voices = statements.stream()
                .filter(each -> each.held().isEmpty()
                        || each.held().map(TransferCertificate::orderId).equals(shown))
                .map(each -> new Voice(each.authority(), each.held().isPresent(), each.signature()))
                .sorted(Comparator.comparingInt(Voice::authority))
                .toList();
        return new RescueOutcome(rescue, certificate, voices);
    }

    /// Verdict of the outcome, a pure function of these bytes and the committee: everybody comes to the same.
    /// Statements that do not verify are left out, and the rest must be 2F + 1.
    public RescueVerdict verdict(RailScope scope, CommitteeVerifier committee) {
        Optional<RailRefusal> elsewhere = scope.refusalOf(rescue.scope());
        if (elsewhere.isPresent()) {
            return new RescueVerdict.Undecided(elsewhere.get());
        }
        Optional<TransferCertificate> held =
                certificate.filter(it -> it.refusal(scope, committee).isEmpty());
        List<Voice> heard = new ArrayList<>();
        for (Voice voice : voices) {
            if ((!voice.shows() || held.isPresent()) && isAuthentic(voice, committee)) {
                heard.add(voice);
            }
        }
        if (heard.size() < committee.size().quorum()) {
            return new RescueVerdict.Undecided(RailRefusal.TOO_FEW_STATEMENTS);
        }
        return heard.stream().anyMatch(Voice::shows)
                ? new RescueVerdict.Stands(held.orElseThrow())
                : new RescueVerdict.Void();
    }

    private boolean isAuthentic(Voice voice, CommitteeVerifier committee) {
        Optional<Bytes32> shown = voice.shows() ? certificate.map(TransferCertificate::orderId) : Optional.empty();
        return committee.verify(RailStatements.rescue(rescue, shown), voice.authority(), voice.signature());
    }

    public void writeTo(CanonicalWriter writer) {
        rescue.writeTo(writer);
        writer.flag(certificate.isPresent());
        certificate.ifPresent(it -> it.writeTo(writer));
        writer.u8(voices.size());
        voices.forEach(voice -> {
            writer.u8(voice.authority()).flag(voice.shows());
            voice.signature().writeTo(writer);
        });
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static RescueOutcome readFrom(CanonicalReader reader) {
        return new RescueOutcome(
                RailSequence.readFrom(reader),
                reader.flag() ? Optional.of(TransferCertificate.readFrom(reader)) : Optional.empty(),
                reader.list(
                        reader.u8(),
                        CommitteeSize.AUTHORITIES_MAX,
                        () -> new Voice(reader.u8(), reader.flag(), AuthoritySignature.readFrom(reader))));
    }

    public static RescueOutcome decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, RescueOutcome::readFrom);
    }
}
