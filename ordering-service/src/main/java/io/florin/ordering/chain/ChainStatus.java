package io.florin.ordering.chain;

import io.florin.ordering.protocol.Head;
import java.util.List;

/// Status of a party's chain for health checks and metrics.
///
/// @param opened the open view, 0 before the first
/// @param promised later than the open view while a new one is being opened
/// @param gateOpen whether submissions are taken to consensus
/// @param reachable parties heard lately, this one included
/// @param ready parties whose member of the group works, this one included
/// @param highestSeen head number of the party that is furthest
/// @param workingPeers ids of the other parties whose member of the group works
public record ChainStatus(
        Head head,
        long opened,
        long promised,
        GroupPhase phase,
        boolean gateOpen,
        int reachable,
        int ready,
        long highestSeen,
        List<Integer> workingPeers) {}
