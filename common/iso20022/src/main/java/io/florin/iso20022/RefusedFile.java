package io.florin.iso20022;

/// Ends the reading of a file inside this package; every public method turns it into a value.
final class RefusedFile extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Violation violation;

    RefusedFile(Place place, Rule rule, String message) {
        super(message, null, false, false);
        this.violation = new Violation(place, rule, message);
    }

    Violation violation() {
        return violation;
    }
}
