package io.florin.ledger.rail;

/// Verdict on a rescue.
public sealed interface RescueVerdict {

    /// The order stands: everybody executes it, whatever was pending.
    record Stands(TransferCertificate certificate) implements RescueVerdict {}

    /// No order has this sequence. Who executed one takes that back; it was final nowhere.
    record Void() implements RescueVerdict {}

    /// The statements decide nothing.
    record Undecided(RailRefusal reason) implements RescueVerdict {}
}
