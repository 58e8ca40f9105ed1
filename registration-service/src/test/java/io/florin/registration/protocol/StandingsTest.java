package io.florin.registration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.registration.protocol.Standings.Change;
import io.florin.registration.protocol.Standings.Changed;
import io.florin.registration.protocol.Standings.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final Actor ONE = Actor.person("one");
    private static final Actor TWO = Actor.person("two");
    private static final Actor BANK = Actor.bank(1);
    private static final Refused NOT_NOW = new Refused(RegistrationProblem.NOT_POSSIBLE_NOW);

    @Test
    void suspendsAtOnceAndReinstatesByAnotherPerson() {
        Standings suspended = changed(Standings.ACTIVE, Change.SUSPEND, ONE);

        assertThat(suspended.standing()).isEqualTo(Standing.SUSPENDED);
        assertThat(suspended.changedBy()).isEqualTo("person:one");
        assertThat(suspended.apply(Change.REINSTATE, ONE, "why"))
                .isEqualTo(new Refused(RegistrationProblem.SAME_PERSON));
        assertThat(changed(suspended, Change.REINSTATE, TWO).isActive()).isTrue();
    }

    @Test
    void revokesWithTwoPersonsOnly() {
        Standings requested = changed(Standings.ACTIVE, Change.REQUEST_REVOCATION, ONE);

        assertThat(requested.isActive()).isTrue();
        assertThat(requested.apply(Change.CONFIRM_REVOCATION, ONE, "why"))
                .isEqualTo(new Refused(RegistrationProblem.SAME_PERSON));
        Standings revoked = changed(requested, Change.CONFIRM_REVOCATION, TWO);
        assertThat(revoked.standing()).isEqualTo(Standing.REVOKED);
        assertThat(revoked.changedBy()).isEqualTo("person:two");
        assertThat(revoked.revocationBy()).isEqualTo("person:one");
    }

    @Test
    void neverComesBackFromRevocation() {
        Standings revoked =
                changed(changed(Standings.ACTIVE, Change.REQUEST_REVOCATION, ONE), Change.CONFIRM_REVOCATION, TWO);

        for (Change change : Change.values()) {
            assertThat(revoked.apply(change, TWO, "why"))
                    .as(change.name())
                    .isEqualTo(new Refused(RegistrationProblem.NOT_POSSIBLE_NOW));
        }
    }

    @Test
    void keepsARequestedRevocationThroughASuspension() {
        Standings requested = changed(Standings.ACTIVE, Change.REQUEST_REVOCATION, ONE);
        Standings suspended = changed(requested, Change.SUSPEND, ONE);

        assertThat(changed(suspended, Change.CONFIRM_REVOCATION, TWO).standing())
                .isEqualTo(Standing.REVOKED);
        assertThat(changed(suspended, Change.DROP_REVOCATION, ONE).revocationRequested())
                .isFalse();
    }

    @Test
    void itsBankClosesItAndNobodyElse() {
        Standings closing = changed(Standings.ACTIVE, Change.BEGIN_CLOSING, BANK);

        assertThat(closing.standing()).isEqualTo(Standing.SUSPENDED);
        assertThat(changed(closing, Change.STOP_CLOSING, BANK).isActive()).isTrue();
        Standings closed = changed(closing, Change.END_CLOSING, BANK);
        assertThat(closed.standing()).isEqualTo(Standing.REVOKED);
        assertThat(closed.closedByBank()).isTrue();
        for (Change change : Change.values()) {
            assertThat(closed.apply(change, BANK, "why")).as(change.name()).isEqualTo(NOT_NOW);
        }
        for (Change change : List.of(Change.BEGIN_CLOSING, Change.STOP_CLOSING, Change.END_CLOSING)) {
            for (Standings from : List.of(Standings.ACTIVE, closing)) {
                assertThat(from.apply(change, ONE, "why")).as(change.name()).isEqualTo(NOT_NOW);
            }
        }
        assertThat(Standings.ACTIVE.apply(Change.SUSPEND, BANK, "why"))
                .as("banks suspend nobody")
                .isEqualTo(NOT_NOW);
    }

    /// A bank must not get back by stopping its closing what an officer wants stopped.
    @Test
    void anOfficerTakesAClosingOver() {
        Standings closing = changed(Standings.ACTIVE, Change.BEGIN_CLOSING, BANK);

        Standings suspended = changed(closing, Change.SUSPEND, ONE);
        assertThat(suspended.closedByBank()).isFalse();
        assertThat(suspended.apply(Change.STOP_CLOSING, BANK, "why")).isEqualTo(NOT_NOW);
        assertThat(suspended.apply(Change.END_CLOSING, BANK, "why")).isEqualTo(NOT_NOW);
        assertThat(changed(Standings.ACTIVE, Change.SUSPEND, ONE).apply(Change.BEGIN_CLOSING, BANK, "why"))
                .isEqualTo(NOT_NOW);
        assertThat(changed(Standings.ACTIVE, Change.REQUEST_REVOCATION, ONE).apply(Change.BEGIN_CLOSING, BANK, "why"))
                .isEqualTo(NOT_NOW);
        assertThat(changed(closing, Change.REINSTATE, ONE).isActive()).isTrue();
    }

    @Test
    void tellsEverybodyOnlyWhatIsVisible() {
        assertThat(Standings.ACTIVE.apply(Change.REQUEST_REVOCATION, ONE, "why"))
                .isInstanceOfSatisfying(
                        Changed.class, changed -> assertThat(changed.visible()).isFalse());
        assertThat(Standings.ACTIVE.apply(Change.SUSPEND, ONE, "why"))
                .isInstanceOfSatisfying(
                        Changed.class, changed -> assertThat(changed.visible()).isTrue());
    }

    @Test
    void asksForAReason() {
        assertThat(Standings.ACTIVE.apply(Change.SUSPEND, ONE, " "))
                .isEqualTo(new Refused(RegistrationProblem.REASON_MISSING));
    }

    private static Standings changed(Standings from, Change change, Actor actor) {
        return switch (from.apply(change, actor, "why")) {
            case Changed(Standings after, boolean _) -> after;
            case Refused(RegistrationProblem problem) -> throw new AssertionError(problem);
        };
    }
}
