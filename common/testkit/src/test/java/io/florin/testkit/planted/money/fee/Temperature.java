package io.florin.testkit.planted.money.fee;

record Temperature(double celsius) {}
