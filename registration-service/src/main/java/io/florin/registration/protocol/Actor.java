package io.florin.registration.protocol;

import io.florin.runtime.internal.Peer;

/// The one who did something, as logs keep it: `person:registrar1`, `bank:2`, `rule:auto-approval`.
public record Actor(Kind kind, String name) {

    public static final int NAME_MAX = 80;

    /// Kinds of actors: a signed-in person, a bank or another service known by its certificate, or a rule of this
    /// service.
    public enum Kind {
        PERSON("person"),
        BANK("bank"),
        RULE("rule"),
        NODE("node");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    public Actor {
        if (name.isBlank() || name.length() > NAME_MAX) {
            throw new IllegalArgumentException("an actor has a name of at most " + NAME_MAX + " characters");
        }
    }

    public static Actor person(String name) {
        return new Actor(Kind.PERSON, name);
    }

    /// A person who is signed in at another service, as that service says: `node:auditor-1/anna`. Of a long name the
    /// beginning.
    public static Actor of(Peer service, String name) {
        String text = service.directoryName() + "/" + name.strip();
        return new Actor(Kind.NODE, text.substring(0, Math.min(text.length(), NAME_MAX)));
    }

    public static Actor bank(int participant) {
        return new Actor(Kind.BANK, Integer.toString(participant));
    }

    public static Actor rule(String name) {
        return new Actor(Kind.RULE, name);
    }

    /// Whether the stored form is a bank's.
    static boolean isBank(String text) {
        return text.startsWith(Kind.BANK.label + ":");
    }

    /// The form in which actors are stored and compared.
    public String text() {
        return kind.label + ":" + name;
    }

    @Override
    public String toString() {
        return text();
    }
}
