package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import io.florin.crypto.shamir.Shares;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A message and who is to sign it, each with what it prepared: the same for all of them.
///
/// @param preparations by index, as [GroupSigner#prepare] gave them
public record SigningOrder(Bytes message, SortedMap<Integer, Bytes> preparations) {
    /// @throws IllegalArgumentException if nobody signs or an index is out of range
    public SigningOrder {
        preparations = Collections.unmodifiableSortedMap(new TreeMap<>(preparations));
        Shares.requireDistinct(new ArrayList<>(preparations.keySet()));
    }

    /// The signers' indexes, rising.
    public List<Integer> signers() {
        return List.copyOf(preparations.keySet());
    }
}
