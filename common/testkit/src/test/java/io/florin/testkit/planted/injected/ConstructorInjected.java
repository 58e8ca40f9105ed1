package io.florin.testkit.planted.injected;

record ConstructorInjected(String name) {}
