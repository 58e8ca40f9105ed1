package io.florin.simulation.endorser;

import io.florin.ledger.rules.TokenRules;
import java.util.List;
import java.util.Set;

/// Rules that endorsers go by.
///
/// @param credentialEpochs of anonymous credentials that are taken
public record EndorserRules(List<TokenRules> all, Set<Long> credentialEpochs) {
    public EndorserRules {
        all = List.copyOf(all);
        credentialEpochs = Set.copyOf(credentialEpochs);
    }
}
