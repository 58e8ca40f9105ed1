package io.florin.auditor.approval;

/// Verdict of the rules on a transaction that wants to be signed off.
public sealed interface Ruling {

    /// Sign it off at once.
    record Release(String rule) implements Ruling {}

    /// A person must decide.
    record Hold(String rule) implements Ruling {}

    /// Not this transaction, now or later.
    record Refuse(String code, String explanation) implements Ruling {}

    /// The auditor cannot say yet; nothing is recorded.
    record NotNow(String code, String explanation) implements Ruling {}
}
