package io.florin.ordering.protocol;

import io.florin.crypto.Bytes32;

/// Bundles that certified blocks carry.
public interface OrderedBundles {

    /// Whether a certified block up to this height carries the bundle with this digest of all its bytes.
    boolean isOrdered(Bytes32 digest, long upToHeight);
}
