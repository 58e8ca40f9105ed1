package io.florin.testkit.planted.entangled.payment;

public record Payment(String id) {}
