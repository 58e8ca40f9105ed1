package io.florin.testkit.planted.money.ledger;

public record Amount(long minorUnits) {}
