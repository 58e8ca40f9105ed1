package io.florin.iso20022;

/// One rule broken at one place, with a sentence for people. Values of the message are quoted shortened.
public record Violation(Place place, Rule rule, String message) {
    @Override
    public String toString() {
        return rule + " at " + place + ": " + message;
    }
}
