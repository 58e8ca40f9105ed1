package io.florin.registration.protocol;

import io.florin.decisions.SecondPerson;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.Optional;

/// The standing of a bank or an enrollment and what is under way with it.
///
/// | from | change | to | who |
/// |---|---|---|---|
/// | active | suspend | suspended | one person, at once |
/// | suspended | reinstate | active | another person than the one who suspended |
/// | active, suspended | request revocation | same, revocation requested | one person |
/// | same | confirm revocation | revoked, for ever | another person than the one who requested |
/// | same | drop revocation | same, nothing requested | anybody |
/// | active, no revocation requested | begin closing | suspended, closing | the wallet's bank |
/// | suspended, closing | stop closing | active | the wallet's bank |
/// | suspended, closing | end closing | revoked, for ever | the wallet's bank |
/// | suspended, closing | suspend | suspended | one person, at once |
///
/// A standing that a bank made what it is is a closing: banks do nothing else to standings.
///
/// @param changedBy who made the standing what it is, empty for an active one that never changed
/// @param reason why, empty for an active one that never changed
/// @param revocationBy who requested the revocation that waits, empty when none does
@Embeddable
public record Standings(
        @Enumerated(EnumType.STRING) @Column(name = "standing")
        Standing standing,

        @Column(name = "standing_by") String changedBy,
        @Column(name = "standing_reason") String reason,
        @Column(name = "revocation_by") String revocationBy,
        @Column(name = "revocation_reason") String revocationReason) {

    public static final Standings ACTIVE = new Standings(Standing.ACTIVE, "", "", "", "");

    /// Changes that may be asked for.
    public enum Change {
        SUSPEND,
        REINSTATE,
        REQUEST_REVOCATION,
        CONFIRM_REVOCATION,
        DROP_REVOCATION,
        BEGIN_CLOSING,
        STOP_CLOSING,
        END_CLOSING;

        /// Whether banks do it, and nobody else.
        boolean isClosing() {
            return this == BEGIN_CLOSING || this == STOP_CLOSING || this == END_CLOSING;
        }
    }

    /// Outcome of a change.
    public sealed interface Outcome {}

    /// @param visible whether the standing itself changed, so that everybody must be told
    public record Changed(Standings after, boolean visible) implements Outcome {}

    public record Refused(RegistrationProblem problem) implements Outcome {}

    public Outcome apply(Change change, Actor actor, String why) {
        if (why.isBlank()) {
            return new Refused(RegistrationProblem.REASON_MISSING);
        }
        Optional<RegistrationProblem> refusal = refusal(change, actor);
        return refusal.<Outcome>map(Refused::new).orElseGet(() -> changed(change, actor, why));
    }

    public boolean isActive() {
        return standing == Standing.ACTIVE;
    }

    public boolean revocationRequested() {
        return !revocationBy.isEmpty();
    }

    /// Whether the wallet's bank closes it, or has closed it.
    public boolean closedByBank() {
        return standing != Standing.ACTIVE && Actor.isBank(changedBy);
    }

    private Optional<RegistrationProblem> refusal(Change change, Actor actor) {
        boolean possible = switch (change) {
            case SUSPEND -> maySuspend();
            case REINSTATE -> standing == Standing.SUSPENDED;
            case REQUEST_REVOCATION -> standing != Standing.REVOKED && !revocationRequested();
            case CONFIRM_REVOCATION, DROP_REVOCATION -> standing != Standing.REVOKED && revocationRequested();
            case BEGIN_CLOSING -> standing == Standing.ACTIVE && !revocationRequested();
            case STOP_CLOSING, END_CLOSING -> closingNow() && actor.text().equals(changedBy);
        };
        if (!possible || change.isClosing() != (actor.kind() == Actor.Kind.BANK)) {
            return Optional.of(RegistrationProblem.NOT_POSSIBLE_NOW);
        }
        boolean samePerson = switch (change) {
            case REINSTATE -> SecondPerson.isMissing(changedBy, actor.text());
            case CONFIRM_REVOCATION -> SecondPerson.isMissing(revocationBy, actor.text());
            case SUSPEND, REQUEST_REVOCATION, DROP_REVOCATION, BEGIN_CLOSING, STOP_CLOSING, END_CLOSING -> false;
        };
        return samePerson ? Optional.of(RegistrationProblem.SAME_PERSON) : Optional.empty();
    }

    /// Whether a suspension changes anything: its bank could stop a closing and have the wallet back.
    public boolean maySuspend() {
        return standing == Standing.ACTIVE || closingNow();
    }

    private boolean closingNow() {
        return standing == Standing.SUSPENDED && closedByBank();
    }

    private Changed changed(Change change, Actor actor, String why) {
        String who = actor.text();
        return switch (change) {
            case SUSPEND ->
                new Changed(
                        new Standings(Standing.SUSPENDED, who, why, revocationBy, revocationReason),
                        standing == Standing.ACTIVE);
            case BEGIN_CLOSING ->
                new Changed(new Standings(Standing.SUSPENDED, who, why, revocationBy, revocationReason), true);
            case END_CLOSING ->
                new Changed(new Standings(Standing.REVOKED, who, why, revocationBy, revocationReason), true);
            case REINSTATE, STOP_CLOSING ->
                new Changed(new Standings(Standing.ACTIVE, who, why, revocationBy, revocationReason), true);
            case REQUEST_REVOCATION -> new Changed(new Standings(standing, changedBy, reason, who, why), false);
            case CONFIRM_REVOCATION ->
                new Changed(
                        new Standings(Standing.REVOKED, who, revocationReason, revocationBy, revocationReason), true);
            case DROP_REVOCATION -> new Changed(new Standings(standing, changedBy, reason, "", ""), false);
        };
    }
}
