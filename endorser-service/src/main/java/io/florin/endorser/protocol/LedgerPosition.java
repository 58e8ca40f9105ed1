package io.florin.endorser.protocol;

import io.florin.ledger.config.NetworkConfiguration;

/// The ledger as this endorser knows it: the configuration in force and the last complete block.
public record LedgerPosition(NetworkConfiguration configuration, long height) {}
