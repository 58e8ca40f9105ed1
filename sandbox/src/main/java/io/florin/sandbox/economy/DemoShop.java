package io.florin.sandbox.economy;

/// A shop with an account at one bank; one of them employs everybody. Amounts are minor units.
public record DemoShop(String id, String name, String bankId, long openingMinor) {}
