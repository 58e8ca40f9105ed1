package io.florin.testkit.planted.named;

record PaymentUtil(String name) {}
