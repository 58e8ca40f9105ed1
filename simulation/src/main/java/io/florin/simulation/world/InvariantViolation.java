package io.florin.simulation.world;

/// Something that must never happen has happened.
public final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvariantViolation(String what) {
        super(what);
    }

    public InvariantViolation(String what, Throwable cause) {
        super(what, cause);
    }

    public static void require(boolean condition, String what) {
        if (!condition) {
            throw new InvariantViolation(what);
        }
    }
}
