package io.florin.testkit.planted.backwards.payment.adapter;

public record PaymentStore(String name) {}
