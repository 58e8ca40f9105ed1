package io.florin.registration.people;

import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.registration.screening.DocumentRules.Finding;
import io.florin.runtime.screening.Screening.Hit;
import java.util.List;
import java.util.Set;

/// Applications that need nobody to look at them: clean ones of the tiers that the operator has named. Everything with
/// a likeness or a finding waits for a person, whatever the tier.
///
/// @param tiers approved without a person
/// @param treasuries whether that holds for banks' own treasuries too
public record ApprovalRule(Set<Integer> tiers, boolean treasuries) {
    public ApprovalRule {
        tiers = Set.copyOf(tiers);
    }

    boolean approves(int tier, List<Hit> hits, List<Finding> findings) {
        boolean named = tier == Tier.TREASURY ? treasuries : tiers.contains(tier);
        return named && hits.isEmpty() && findings.isEmpty();
    }
}
