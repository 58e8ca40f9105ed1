package io.florin.testkit.planted.named;

record PaymentHelper(String name) {}
