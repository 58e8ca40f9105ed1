package io.florin.centralbank.protocol;

/// One act to keep: who did what to whom and why.
///
/// @param actor the name a person signs in with, or `rule:<name>`
/// @param action a fixed word: `request-approved`
/// @param subject `supply-request/<id>`, `incident/3`
public record Decision(String actor, String action, String subject, String reason) {

    public static final int REASON_MAX = 500;

    public Decision {
        if (actor.isBlank() || actor.length() > 100 || reason.length() > REASON_MAX) {
            throw new IllegalArgumentException("an actor has a name, a reason at most " + REASON_MAX + " characters");
        }
    }
}
