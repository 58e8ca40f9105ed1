package io.florin.simulation.world;

/// Something that must never happen has happened.
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Violation(String what) {
        super(what);
    }

    public Violation(String what, Throwable cause) {
        super(what, cause);
    }

    public static void require(boolean condition, String what) {
        if (!condition) {
            throw new Violation(what);
        }
    }
}
