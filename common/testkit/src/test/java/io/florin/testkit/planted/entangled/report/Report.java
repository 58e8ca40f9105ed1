package io.florin.testkit.planted.entangled.report;

import io.florin.testkit.planted.entangled.payment.Payment;

public record Report(Payment payment) {}
