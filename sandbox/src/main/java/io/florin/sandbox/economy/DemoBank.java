package io.florin.sandbox.economy;

/// A commercial bank of the demo. `withdrawalMinor` is what it asks the central bank for at the start: exactly what its
/// customers' opening balances add up to, in minor units.
public record DemoBank(String id, String name, String bic, long withdrawalMinor) {}
