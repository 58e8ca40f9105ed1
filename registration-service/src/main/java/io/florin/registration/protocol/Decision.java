package io.florin.registration.protocol;

/// One act to keep: who did what to whom and why, and by which list where one was consulted. No names of customers.
///
/// @param action a fixed word: `participant-approved`
/// @param subject `participant/2`, `enrollment/<application id>`
/// @param reason in the actor's words, or the rule's
/// @param listVersion version of the sanctions list consulted, empty when none was
public record Decision(Actor actor, String action, String subject, String reason, String listVersion) {

    public static final int REASON_MAX = 500;

    public Decision {
        if (reason.length() > REASON_MAX) {
            throw new IllegalArgumentException("a reason has at most " + REASON_MAX + " characters");
        }
    }

    public Decision(Actor actor, String action, String subject, String reason) {
        this(actor, action, subject, reason, "");
    }
}
