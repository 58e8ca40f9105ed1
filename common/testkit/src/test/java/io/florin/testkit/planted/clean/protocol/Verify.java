package io.florin.testkit.planted.clean.protocol;

public record Verify(String id) {}
