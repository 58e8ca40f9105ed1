package io.florin.crypto.transcript;

/// Format of the points of a proof on the wire.
public enum PointFormat {
    /// 48 bytes, x and a bit of y. For archives: each point costs its reader a square root, 13 µs.
    COMPRESSED(48),
    /// 96 bytes, x and y. From a wallet to an endorser.
    UNCOMPRESSED(96);

    private final int size;

    PointFormat(int size) {
        this.size = size;
    }

    /// Bytes in one point.
    public int size() {
        return size;
    }
}
