package io.florin.ceremony;

import io.florin.crypto.Bytes;
import java.util.SortedMap;

/// The part of a ceremony that makes the key, between joining and confirming: steps in which everybody says something.
/// A function of its random seed and of what was said; owned by one thread.
interface KeyWork {
    /// Payload of this participant's message in the first step.
    Bytes begin();

    /// A step is over.
    ///
    /// @param said by sender, this participant's own included; who is not in it said nothing
    Turn end(SortedMap<Integer, Bytes> said);
}
