package io.florin.testkit.planted.named;

record PaymentUtils(String name) {}
