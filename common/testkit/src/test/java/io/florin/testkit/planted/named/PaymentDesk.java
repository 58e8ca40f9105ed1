package io.florin.testkit.planted.named;

record PaymentDesk(String name) {}
