package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.tom.core.TOMLayer;
import bftsmart.tom.core.messages.TOMMessage;
import bftsmart.tom.leaderchange.LCManager;
import bftsmart.tom.leaderchange.LCMessage;
import bftsmart.tom.util.TOMUtil;
import java.time.Duration;
import java.util.Collection;

/// Has the library change its leader when the link to the leader's member is gone, which a process that died shows at
/// once. The library itself goes by how long requests wait, and only by that: it suspects a leader after twice its
/// timeout, and that has to be long enough for a machine under load.
///
/// Nothing is decided here. A member that sees the link missing for a while says to its own library what the library's
/// timer would have said later: that requests have waited too long. The library then asks the others; they change the
/// leader when a quorum asks for it, by its own rules. A member that is wrong, because only its own link is cut, asks
/// alone. Without a request that waits it is not asked at all: it does not stand a question that carries none.
///
/// Owned by one thread of the member.
final class LeaderWatch {
    private static final int NOBODY = -1;

    private final long patienceNanos;
    private int leader = NOBODY;
    private long missingSinceNanos;

    LeaderWatch(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /// Whether the leader has been missing for long. Each leader is given the time anew.
    boolean isGone(int leadingReplica, boolean linked, long nowNanos) {
        if (linked || leadingReplica != leader) {
            leader = leadingReplica;
            missingSinceNanos = nowNanos;
            return false;
        }
        return nowNanos - missingSinceNanos >= patienceNanos;
    }

    /// Asks for another leader, unless that is under way or nothing waits for one.
    ///
    /// @param waiting requests that were given to the library and have not been decided
    static void askForAnother(TOMLayer library, Collection<TOMMessage> waiting) {
        LCManager changes = library.getSynchronizer().getLCManager();
        if (waiting.isEmpty() || changes.getNextReg() != changes.getLastReg()) {
            return;
        }
        waiting.iterator().next().timeout = true; // the question carries what is late: one will do
        int self = library.controller.getStaticConf().getProcessId();
        var late = new LCMessage(NOBODY, TOMUtil.TRIGGER_LC_LOCALLY, NOBODY, null);
        library.getCommunication().send(new int[] {self}, late);
    }
}
