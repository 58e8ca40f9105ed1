package io.florin.bank.accounts;

import io.florin.runtime.api.CommitterApi;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Height of the ledger: the highest that any committer tells. One that is behind knows nothing of the blocks in which
/// a transaction may still commit, and nobody knows whether one that is silent is ahead of the others.
final class LedgerHeight {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerHeight.class);

    private final Map<Integer, CommitterApi> committers;
    private final Set<Integer> without;

    /// @param committers by id, whose answers count only if a committer of the network signed them
    /// @param without ids of those that need not answer
    LedgerHeight(Map<Integer, CommitterApi> committers, Set<Integer> without) {
        this.committers = Map.copyOf(committers);
        this.without = Set.copyOf(without);
    }

    /// @throws IllegalStateException where a committer does not answer that must, or none does: nothing is known then
    long highest() {
        OptionalLong highest = OptionalLong.empty();
        for (var committer : committers.entrySet()) {
            int id = committer.getKey();
            try {
                long height = committer.getValue().head().number();
                highest = OptionalLong.of(Math.max(height, highest.orElse(height)));
            } catch (RestClientException away) {
                if (!without.contains(id)) {
                    throw new IllegalStateException(
                            "committer " + id + " does not say how far the ledger is, and may be furthest ahead", away);
                }
                LOG.warn("a committer is gone without: committer={} cause={}", id, away.toString());
            }
        }
        return highest.orElseThrow(() -> new IllegalStateException("no committer says how far the ledger is"));
    }
}
