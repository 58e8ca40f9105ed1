package io.florin.ledger.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.RescueOutcome.Voice;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whoever computes what a rescue comes to gets the same, of what verifies and of nothing else.
class RescueOutcomeTest {

    private final TestRail four = new TestRail(7, 4);
    private final Ed25519KeyPair alice = four.newKey();
    private final Ed25519KeyPair bob = four.newKey();
    private final SignedOrder order = four.order(alice, bob, 700, 0);
    private final TransferCertificate certificate = four.certify(order);
    private final RailSequence rescue = RailSequence.of(order.order());

    private RescueVerdict verdict(RescueOutcome outcome) {
        return RescueOutcome.decode(outcome.encode()).verdict(four.scope(), four.verifier());
    }

    private RescueStatement none(int authority) {
        return four.statement(authority, rescue, Optional.empty());
    }

    private static RescueOutcome with(RescueOutcome outcome, Voice more) {
        List<Voice> voices = new ArrayList<>(outcome.voices());
        voices.add(more);
        return new RescueOutcome(outcome.rescue(), outcome.certificate(), voices);
    }

    @Test
    void whatOneShowsStands() {
        assertThat(verdict(four.oneHolds(certificate))).isEqualTo(new RescueVerdict.Stands(certificate));
    }

    @Test
    void whatNobodyHoldsIsVoid() {
        assertThat(verdict(four.nobodyHolds(rescue))).isEqualTo(new RescueVerdict.Void());
    }

    @ParameterizedTest
    @EnumSource
    void eachSchemeDecides(SigningScheme scheme) {
        TestRail seven = new TestRail(7, 7, scheme);
        SignedOrder one = seven.order(seven.newKey(), seven.newKey(), 1, 0);
        RescueOutcome outcome =
                RescueOutcome.decode(seven.oneHolds(seven.certify(one)).encode());
        RailCommittee known = RailCommittee.decode(seven.committee().encode());

        assertThat(outcome.verdict(seven.scope(), known.verifier(seven.scope().network(), new Random(1))))
                .isEqualTo(new RescueVerdict.Stands(seven.certify(one)));
    }

    @Test
    void twoFStatementsDecideNothing() {
        assertThat(verdict(RescueOutcome.of(rescue, List.of(none(1), none(2)))))
                .isEqualTo(new RescueVerdict.Undecided(RailRefusal.TOO_FEW_STATEMENTS));
    }

    @Test
    void aStatementThatItsAuthorityDidNotSignIsLeftOut() {
        RescueOutcome two = RescueOutcome.of(rescue, List.of(none(1), none(2)));
        RescueOutcome padded = with(two, new Voice(4, false, none(3).signature()));

        assertThat(verdict(padded)).isEqualTo(new RescueVerdict.Undecided(RailRefusal.TOO_FEW_STATEMENTS));
        assertThat(verdict(with(four.nobodyHolds(rescue), new Voice(4, false, none(3).signature()))))
                .as("2F + 1 others hold")
                .isEqualTo(new RescueVerdict.Void());
    }

    @Test
    void whoShowsWhatIsNoCertificateDoesNotSayThatThereIsNone() {
        TransferCertificate promised =
                new TransferCertificate(order, four.finish(order).effects());
        RescueStatement liar = four.statement(3, rescue, Optional.of(promised));

        assertThat(liar.refusal(four.scope(), four.verifier())).contains(RailRefusal.BAD_CERTIFICATE);
        assertThat(verdict(RescueOutcome.of(rescue, List.of(none(1), none(2), liar))))
                .isEqualTo(new RescueVerdict.Undecided(RailRefusal.TOO_FEW_STATEMENTS));
        assertThat(verdict(RescueOutcome.of(rescue, List.of(none(1), none(2), liar, none(4)))))
                .isEqualTo(new RescueVerdict.Void());
    }

    @Test
    void nobodyTurnsAnothersNoneIntoACertificate() {
        RescueOutcome voided = four.nobodyHolds(rescue);
        List<Voice> turned = voided.voices().stream()
                .map(voice -> new Voice(voice.authority(), true, voice.signature()))
                .toList();

        assertThat(verdict(new RescueOutcome(rescue, Optional.of(certificate), turned)))
                .isEqualTo(new RescueVerdict.Undecided(RailRefusal.TOO_FEW_STATEMENTS));
    }

    @Test
    void statementsOfAnotherSequenceDecideNothing() {
        RailSequence next = RailSequence.of(four.order(alice, bob, 1, 1).order());

        assertThat(verdict(new RescueOutcome(
                        next, Optional.empty(), four.nobodyHolds(rescue).voices())))
                .isEqualTo(new RescueVerdict.Undecided(RailRefusal.TOO_FEW_STATEMENTS));
        assertThatThrownBy(() -> new RescueOutcome(
                        next,
                        Optional.of(certificate),
                        four.oneHolds(certificate).voices()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> four.statement(1, next, Optional.of(certificate)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCertificateIsThereIfSomebodyShowsIt() {
        List<Voice> none = four.nobodyHolds(rescue).voices();
        List<Voice> one = four.oneHolds(certificate).voices();

        assertThatThrownBy(() -> new RescueOutcome(rescue, Optional.of(certificate), none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RescueOutcome(rescue, Optional.empty(), one))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachAuthorityCountsOnce() {
        Voice first = four.nobodyHolds(rescue).voices().getFirst();

        assertThatThrownBy(() -> new RescueOutcome(rescue, Optional.empty(), List.of(first, first, first)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsOfAnotherScopeIsRefusedByName() {
        RailScope here = four.scope();
        RailScope later = new RailScope(here.network(), here.rail(), here.epoch() + 1);

        assertThat(four.nobodyHolds(rescue).verdict(later, four.verifier()))
                .isEqualTo(new RescueVerdict.Undecided(RailRefusal.WRONG_EPOCH));
        assertThat(none(1).refusal(later, four.verifier())).contains(RailRefusal.WRONG_EPOCH);
    }

    @Test
    void aStatementIsVerifiedByItself() {
        RescueStatement shown = four.statement(2, rescue, Optional.of(certificate));
        RescueStatement asAnother = new RescueStatement(rescue, 3, shown.held(), shown.signature());

        assertThat(RescueStatement.decode(shown.encode()).refusal(four.scope(), four.verifier()))
                .isEmpty();
        assertThat(asAnother.refusal(four.scope(), four.verifier())).contains(RailRefusal.BAD_STATEMENT);
    }
}
