package io.florin.simulation.configuration;

import io.florin.ledger.fixture.ConfigurationStep;

/// A change of the configuration that officers sign.
///
/// @param atMillis when they submit it, virtual, or as soon as the one before is in force
public record PlannedChange(ConfigurationStep step, long atMillis) {}
