package io.florin.testkit.planted.entangled.receipt;

import io.florin.testkit.planted.entangled.payment.Payment;

record Receipt(Payment payment) {}
