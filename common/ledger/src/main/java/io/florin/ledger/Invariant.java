package io.florin.ledger;

/// Checks that stay on in production: a broken invariant is a bug, and a stopped ledger beats a wrong one.
public final class Invariant {

    private Invariant() {}

    /// Throws [Broken] with the message when the condition does not hold.
    public static void check(boolean condition, String message) {
        if (!condition) {
            throw new Broken(message);
        }
    }

    /// Thrown when the code's own assumptions do not hold; fault handlers stop the component that sees it.
    public static final class Broken extends IllegalStateException {
        public Broken(String message) {
            super(message);
        }
    }
}
