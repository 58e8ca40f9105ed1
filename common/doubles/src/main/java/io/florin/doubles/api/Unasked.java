package io.florin.doubles.api;

/// A question that a test did not expect.
public final class Unasked extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    public Unasked(String question) {
        super("nobody should ask: " + question);
    }
}
