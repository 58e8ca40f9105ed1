package io.florin.decisions;

/// One act to keep: who did what to whom and why, and by which list where one was consulted. No names of customers.
///
/// @param actor in the service's own form, at most 100 characters: `person:registrar1`, `rule:auto-approval`
/// @param action a fixed word: `participant-approved`
/// @param subject `participant/2`, `supply-request/<id>`
/// @param reason in the actor's words, or the rule's
/// @param listVersion version of the list consulted, empty when none was
public record Decision(String actor, String action, String subject, String reason, String listVersion) {

    public static final int ACTOR_MAX = 100;
    public static final int REASON_MAX = 500;

    public Decision {
        if (actor.isBlank() || actor.length() > ACTOR_MAX) {
            throw new IllegalArgumentException("an actor has a name of at most " + ACTOR_MAX + " characters");
        }
        if (reason.length() > REASON_MAX) {
            throw new IllegalArgumentException("a reason has at most " + REASON_MAX + " characters");
        }
    }

    /// A decision for which no list was consulted.
    public Decision(String actor, String action, String subject, String reason) {
        this(actor, action, subject, reason, "");
    }
}
