package io.florin.registration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.registration.protocol.Standings.Change;
import io.florin.registration.protocol.Standings.Changed;
import io.florin.registration.protocol.Standings.Refused;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final Actor ONE = Actor.person("one");
    private static final Actor TWO = Actor.person("two");

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
