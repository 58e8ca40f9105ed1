package io.florin.ordering.chain.adapter;

import io.florin.ordering.protocol.Parties;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/// Shares of the chain's mailbox that each other party may fill with messages that wait, by count and by bytes. All
/// shares together leave room for what the party itself puts there, so a party that sends without end crowds out
/// neither another one nor the decisions of the group, and what it can make this party remember is bounded.
///
/// For any thread.
final class PartyShares {
    /// Of all parties together.
    private static final int MESSAGES_MAX = ChainLoop.MAILBOX * 3 / 4;

    private static final int UNIT_BYTES = 8 * 1024;

    private final int unitsMax;
    private final Map<Integer, Semaphore> units = new TreeMap<>();

    PartyShares(Parties parties) {
        this.unitsMax = Math.max(1, MESSAGES_MAX / parties.size());
        parties.ids().forEach(party -> units.put(party, new Semaphore(unitsMax)));
    }

    /// False when the party's messages take its share already; then this one is dropped.
    boolean take(int party, int bytes) {
        Semaphore share = units.get(party);
        return share != null && share.tryAcquire(units(bytes));
    }

    void giveBack(int party, int bytes) {
        Semaphore share = units.get(party);
        if (share != null) {
            share.release(units(bytes));
        }
    }

    /// A message longer than the whole share takes all of it.
    private int units(int bytes) {
        return Math.min(unitsMax, 1 + bytes / UNIT_BYTES);
    }
}
