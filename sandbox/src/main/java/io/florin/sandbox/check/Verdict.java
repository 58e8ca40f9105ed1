package io.florin.sandbox.check;

/// Finding of a check: whether the promise holds, and the figure or the flaw that shows it.
public record Verdict(boolean holds, String evidence) {

    static Verdict holds(String evidence) {
        return new Verdict(true, evidence);
    }

    static Verdict broken(String evidence) {
        return new Verdict(false, evidence);
    }

    static Verdict of(boolean holds, String evidence) {
        return new Verdict(holds, evidence);
    }
}
