package io.florin.testkit.planted.named;

record Implication(String name) {}
