package io.florin.crypto.group;

/// Tells whether this JVM computes in BLS12-381 by blst. Without it everything gives the same answers, 50 to 100 times
/// slower and, with secrets, not in constant time: a node that holds keys should not do so unasked.
public final class NativeCurve {
    private NativeCurve() {}

    /// Whether blst is loaded.
    public static boolean isLoaded() {
        return Engine.current() instanceof BlstEngine;
    }
}
