package io.florin.simulation.bank;

import java.util.UUID;

/// Order of a customer: one wallet pays an amount that no other order has, so that the ledger shows which it is.
public record CustomerOrder(UUID id, long wallet, long amount) {}
