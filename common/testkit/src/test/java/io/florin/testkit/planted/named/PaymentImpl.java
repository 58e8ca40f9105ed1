package io.florin.testkit.planted.named;

record PaymentImpl(String name) {}
