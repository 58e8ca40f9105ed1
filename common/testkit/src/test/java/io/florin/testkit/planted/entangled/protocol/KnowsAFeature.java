package io.florin.testkit.planted.entangled.protocol;

import io.florin.testkit.planted.entangled.payment.Payment;

record KnowsAFeature(Payment payment) {}
