package io.florin.bank.protocol;

import java.util.Map;
import java.util.function.Supplier;

/// How many payments are in each state now, every state named.
public interface PaymentCounts extends Supplier<Map<PaymentState, Long>> {}
