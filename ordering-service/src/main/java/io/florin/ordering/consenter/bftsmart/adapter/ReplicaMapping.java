package io.florin.ordering.consenter.bftsmart.adapter;

import io.florin.ordering.protocol.Parties;

/// Mapping of parties to the library's replicas in a view. The library's first leader is replica 0; here that is the
/// party that led the beginning of the view, since that one is certainly there.
record ReplicaMapping(Parties parties, long view) {

    int replicaOf(int party) {
        return Math.floorMod(parties.indexOf(party) - first(), parties.size());
    }

    int partyOf(int replica) {
        return parties.ids().get(Math.floorMod(replica + first(), parties.size()));
    }

    private int first() {
        return parties.indexOf(parties.leaderOf(view));
    }
}
