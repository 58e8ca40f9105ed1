package io.florin.ordering.chain;

import io.florin.ordering.protocol.Parties;
import java.util.Optional;

/// Decides from time and from what others say of themselves when this party wants a new view. Wanting alone does
/// nothing; it takes f+1 parties to pull others along and q to begin.
///
/// | where the party stands | it wants the next view when |
/// |---|---|
/// | before the first view | all parties are there, or a quorum has waited for the rest |
/// | on its way into a view | its beginning takes too long; longer after each failure |
/// | in an open view | fewer than q members are left in the group, or it does not start, or decisions and submissions do not come through |
/// | behind a party that promised a later view | that one has been alone there for long |
final class LeaderTimeout {
    private static final long FAILURES_MAX = 8;
    private static final int DOUBLINGS_MAX = 10;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Parties parties;
    private final ChainTimings timings;
    private final PeerTable peers;

    private long enteredMillis;
    private long openedMillis = NEVER;
    private long adoptedMillis = NEVER;
    private long progressMillis;
    private long gateMillis;
    private long waitingSinceMillis = -1;
    private Optional<Long> quorumSince = Optional.empty();
    private Optional<Long> deadSince = Optional.empty();
    private Optional<Long> overtakenSince = Optional.empty();
    private int overtaken;

    /// @param uncertified whether there are decisions without a certificate
    record Situation(long now, long promised, long opened, GroupPhase phase, boolean uncertified, boolean gateOpen) {

        private boolean inOpenView() {
            return opened > 0 && promised == opened;
        }

        private int inPhase(GroupPhase wanted) {
            return phase == wanted ? 1 : 0;
        }
    }

    LeaderTimeout(Parties parties, ChainTimings timings, PeerTable peers) {
        this.parties = parties;
        this.timings = timings;
        this.peers = peers;
    }

    void entered(long now) {
        enteredMillis = now;
    }

    void adopted(long now) {
        openedMillis = now;
        adoptedMillis = now;
        progressMillis = now;
        deadSince = Optional.empty();
    }

    void progressed(long now) {
        progressMillis = now;
    }

    void gateOpened(long now) {
        gateMillis = now;
    }

    void waiting(long sinceMillis) {
        waitingSinceMillis = sinceMillis;
    }

    /// The view this party wants; the one it is in when it suspects nothing.
    long wanted(Situation is) {
        openedMillis = openedMillis == NEVER ? is.now() : openedMillis;
        int reachable = peers.reachable(is.now()).size() + 1;
        if (reachable < parties.quorum()) {
            quorumSince = Optional.empty();
            deadSince = Optional.empty();
            overtakenSince = Optional.empty();
            enteredMillis = Math.max(enteredMillis, is.now() - timings.openingMillis() / 2);
            return is.promised();
        }
        quorumSince = quorumSince.or(() -> Optional.of(is.now()));
        boolean settled = reachable == parties.size() || is.now() - quorumSince.get() >= timings.settleMillis();
        boolean next = is.promised() == 0
                ? settled
                : is.inOpenView() ? isDead(is, reachable, settled) || isStalled(is) : isLate(is);
        return Math.max(next ? is.promised() + 1 : is.promised(), overtaking(is));
    }

    private boolean isLate(Situation is) {
        long failures = Math.clamp(is.promised() - is.opened(), 1, FAILURES_MAX);
        return is.now() - enteredMillis >= timings.openingMillis() * failures;
    }

    private boolean isDead(Situation is, int reachable, boolean settled) {
        int ready = peers.inPhase(is.opened(), is.now(), GroupPhase.READY) + is.inPhase(GroupPhase.READY);
        int alive = ready + peers.inPhase(is.opened(), is.now(), GroupPhase.FOUNDING) + is.inPhase(GroupPhase.FOUNDING);
        if (alive >= parties.quorum()) {
            deadSince = Optional.empty();
            return ready < parties.quorum() && is.now() - openedMillis >= timings.startMillis();
        }
        if (is.now() - adoptedMillis < timings.deadGroupMillis()) {
            return false; // the others may not have heard yet that the view is open
        }
        deadSince = deadSince.or(() -> Optional.of(is.now()));
        boolean hopeless = settled && alive + parties.size() - reachable < parties.quorum();
        return hopeless || is.now() - deadSince.get() >= timings.deadGroupMillis();
    }

    private boolean isStalled(Situation is) {
        boolean uncertified = is.uncertified() && is.now() - progressMillis >= timings.stallMillis();
        long since = Math.max(Math.max(waitingSinceMillis, gateMillis), progressMillis);
        boolean unordered = is.gateOpen() && waitingSinceMillis >= 0 && is.now() - since >= timings.stallMillis();
        return uncertified || unordered;
    }

    /// A party that promised a later view than all others cannot come back by itself; ever more rarely, lest a liar
    /// drives the others from view to view, they follow it.
    private long overtaking(Situation is) {
        long theirs = peers.promisedMax(is.now());
        if (theirs <= is.promised()) {
            overtakenSince = Optional.empty();
            return is.promised();
        }
        overtakenSince = overtakenSince.or(() -> Optional.of(is.now()));
        long patience = (2 * timings.startMillis()) << Math.min(overtaken, DOUBLINGS_MAX);
        if (is.now() - overtakenSince.get() < patience) {
            return is.promised();
        }
        overtaken++;
        overtakenSince = Optional.empty();
        return theirs;
    }
}
