package io.florin.ordering.consenter.bftsmart.adapter;

import java.util.function.BooleanSupplier;

/// This party's member of a view.
///
/// @param port where it listens for the others' links
/// @param takesLinks whether it has begun to
/// @param placeholder for members that are away
record LinkRoute(ReplicaMapping mapping, int port, BooleanSupplier takesLinks, PlaceholderReplica placeholder) {
    long view() {
        return mapping.view();
    }
}
