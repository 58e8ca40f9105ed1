package io.florin.testkit.planted.named;

record PaymentManager(String name) {}
