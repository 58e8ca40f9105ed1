package io.florin.testkit.planted.backwards.payment;

import io.florin.testkit.planted.backwards.payment.adapter.PaymentStore;

record KnowsItsAdapter(PaymentStore store) {}
