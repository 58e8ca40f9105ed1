package io.florin.testkit.planted.entangled.report;

import io.florin.testkit.planted.entangled.payment.Payment;

record Report(Payment payment) {}
