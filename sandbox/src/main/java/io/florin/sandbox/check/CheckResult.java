package io.florin.sandbox.check;

/// Finding of a check: whether the promise holds, and the figure or the flaw that shows it.
public record CheckResult(boolean holds, String evidence) {

    static CheckResult holds(String evidence) {
        return new CheckResult(true, evidence);
    }

    static CheckResult broken(String evidence) {
        return new CheckResult(false, evidence);
    }

    static CheckResult of(boolean holds, String evidence) {
        return new CheckResult(holds, evidence);
    }
}
