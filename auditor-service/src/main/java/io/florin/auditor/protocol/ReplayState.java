package io.florin.auditor.protocol;

import java.math.BigInteger;
import java.util.SortedMap;

/// The auditor's own replay at the moment after a block.
public interface ReplayState {

    /// Whether the block comes out of the auditor's database, at a start, and not from the network.
    boolean fromStore();

    /// The sum of all unspent tokens by namespace, counted one by one: as slow as the state is large.
    SortedMap<Integer, BigInteger> unspent();
}
