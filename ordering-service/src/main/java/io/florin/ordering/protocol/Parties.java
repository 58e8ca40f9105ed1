package io.florin.ordering.protocol;

import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;

/// The ordering parties of a configuration, how many of them may fail and how many make a quorum.
///
/// @param ids ascending
/// @param faults f, parties that may fail in any way
/// @param quorum q; two quorums share at least one party that did not fail
public record Parties(List<Integer> ids, int faults, int quorum) {

    public Parties {
        ids = List.copyOf(ids);
        if (quorum < 1 || quorum > ids.size() || 2 * quorum - ids.size() <= faults) {
            throw new IllegalArgumentException("two quorums must share a party that did not fail");
        }
    }

    public static Parties of(NetworkConfiguration.Ordering ordering) {
        return new Parties(
                ordering.parties().stream().map(NetworkConfiguration.Party::id).toList(),
                ordering.byzantine() ? ordering.faults() : 0,
                ordering.quorum());
    }

    public int size() {
        return ids.size();
    }

    public boolean contains(int party) {
        return ids.contains(party);
    }

    /// The place of a party in the list, from 0: what a library that numbers its replicas wants.
    public int indexOf(int party) {
        int index = ids.indexOf(party);
        if (index < 0) {
            throw new IllegalArgumentException("party " + party + " is not in the configuration");
        }
        return index;
    }

    /// The party that proposes how a view begins; the next view has another one.
    public int leaderOf(long view) {
        return ids.get((int) (view % ids.size()));
    }
}
