package io.florin.registration.protocol;

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

    /// What may be asked.
    public enum Change {
        SUSPEND,
        REINSTATE,
        REQUEST_REVOCATION,
        CONFIRM_REVOCATION,
        DROP_REVOCATION
    }

    /// What a change comes to.
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

    private Optional<RegistrationProblem> refusal(Change change, Actor actor) {
        boolean possible = switch (change) {
            case SUSPEND -> standing == Standing.ACTIVE;
            case REINSTATE -> standing == Standing.SUSPENDED;
            case REQUEST_REVOCATION -> standing != Standing.REVOKED && !revocationRequested();
            case CONFIRM_REVOCATION, DROP_REVOCATION -> standing != Standing.REVOKED && revocationRequested();
        };
        if (!possible) {
            return Optional.of(RegistrationProblem.NOT_POSSIBLE_NOW);
        }
        boolean samePerson = switch (change) {
            case REINSTATE -> actor.text().equals(changedBy);
            case CONFIRM_REVOCATION -> actor.text().equals(revocationBy);
            case SUSPEND, REQUEST_REVOCATION, DROP_REVOCATION -> false;
        };
        return samePerson ? Optional.of(RegistrationProblem.SAME_PERSON) : Optional.empty();
    }

    private Changed changed(Change change, Actor actor, String why) {
        String who = actor.text();
        return switch (change) {
            case SUSPEND ->
                new Changed(new Standings(Standing.SUSPENDED, who, why, revocationBy, revocationReason), true);
            case REINSTATE ->
                new Changed(new Standings(Standing.ACTIVE, who, why, revocationBy, revocationReason), true);
            case REQUEST_REVOCATION -> new Changed(new Standings(standing, changedBy, reason, who, why), false);
            case CONFIRM_REVOCATION ->
                new Changed(
                        new Standings(Standing.REVOKED, who, revocationReason, revocationBy, revocationReason), true);
            case DROP_REVOCATION -> new Changed(new Standings(standing, changedBy, reason, "", ""), false);
        };
    }
}
