package io.florin.bank.holdings;

import io.florin.runtime.api.EndorserApi;

/// An endorser that is asked for notes. Each has its own order of them, so what the bank knows of how far it was read
/// stands under its id: places in the settings change with the settings.
///
/// @param id the node's id among endorsers, as in its certificate
public record NotingEndorser(int id, EndorserApi api) {}
