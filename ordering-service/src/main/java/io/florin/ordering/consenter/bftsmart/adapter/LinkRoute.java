package io.florin.ordering.consenter.bftsmart.adapter;

import java.util.function.BooleanSupplier;

/// This party's member of a round.
///
/// @param port where it listens for the others' links
/// @param takesLinks whether it has begun to
/// @param standIn for members that are away
record LinkRoute(Seats seats, int port, BooleanSupplier takesLinks, StandIn standIn) {
    long round() {
        return seats.round();
    }
}
