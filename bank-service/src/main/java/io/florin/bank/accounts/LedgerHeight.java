package io.florin.bank.accounts;

import io.florin.runtime.api.CommitterApi;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// How far the ledger is: what that committer says which is furthest ahead of those that answer. One that is behind
/// knows nothing of the blocks in which a transaction may still commit.
final class LedgerHeight {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerHeight.class);

    private final List<CommitterApi> committers;

    /// @param committers whose answers count only if a committer of the network signed them
    LedgerHeight(List<CommitterApi> committers) {
        this.committers = List.copyOf(committers);
    }

    /// @throws IllegalStateException where no committer answers: nothing is known then
    long highest() {
        OptionalLong highest = OptionalLong.empty();
        for (int i = 0; i < committers.size(); i++) {
            try {
                long height = committers.get(i).head().number();
                highest = OptionalLong.of(Math.max(height, highest.orElse(height)));
            } catch (RestClientException away) {
                LOG.warn("a committer does not say how far the ledger is: committer={} cause={}", i, away.toString());
            }
        }
        return highest.orElseThrow(() -> new IllegalStateException("no committer says how far the ledger is"));
    }
}
