package io.florin.runtime.service;

import io.florin.crypto.group.NativeCurve;

/// The implementation of BLS12-381 that a service computes with. The one in Java is slow and leaks time, so a service
/// that does not find the native one stops, unless `florin.crypto.slow-allowed` says that this is known.
public final class CurveInUse {
    private final boolean isNative;

    CurveInUse(boolean slowAllowed) {
        this(NativeCurve.isLoaded(), slowAllowed);
    }

    /// @throws IllegalStateException if it is the slow one and that is not allowed
    CurveInUse(boolean isNative, boolean slowAllowed) {
        if (!isNative && !slowAllowed) {
            throw new IllegalStateException(
                    "The native BLS12-381 library does not load on this machine (see the warning above), and the"
                            + " implementation in Java neither is fast nor hides secrets by constant time. Set"
                            + " florin.crypto.slow-allowed=true to run with it all the same.");
        }
        this.isNative = isNative;
    }

    /// 1 if it is the native one.
    double gauge() {
        return isNative ? 1 : 0;
    }
}
