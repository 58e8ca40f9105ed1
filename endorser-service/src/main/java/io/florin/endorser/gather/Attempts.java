package io.florin.endorser.gather;

import java.util.HashSet;
import java.util.Set;

/// Counts of what was tried in vain for the transactions of a bundle, so that trying ends.
final class Attempts {

    /// A signature that is worth nothing costs all its signers a one-time secret, so a few of them are enough.
    private static final int SPOILED_MAX = 4;

    private static final int STALE_MAX = 3;

    private final Set<Set<Integer>> spoiled = new HashSet<>();
    private int spoiledTimes;
    private int staleTimes;

    Attempts copy() {
        var copy = new Attempts();
        copy.spoiled.addAll(spoiled);
        copy.spoiledTimes = spoiledTimes;
        copy.staleTimes = staleTimes;
        return copy;
    }

    /// These signers did not come to anything, whoever it was: others are preferred.
    void tried(Set<Integer> committee) {
        spoiled.add(Set.copyOf(committee));
    }

    /// These signers together made nothing; true if others may be tried.
    boolean spoiled(Set<Integer> committee) {
        tried(committee);
        spoiledTimes++;
        return spoiledTimes < SPOILED_MAX;
    }

    /// A signer's preparation was gone; true if it may prepare anew.
    boolean stale() {
        staleTimes++;
        return staleTimes < STALE_MAX;
    }

    boolean wasSpoiledBy(Set<Integer> committee) {
        return spoiled.contains(committee);
    }
}
