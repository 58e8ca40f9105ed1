package io.florin.auditor.protocol;

/// A snapshot cannot be gone on from; the blocks are replayed instead.
public final class SnapshotUnfit extends RuntimeException {
    private final boolean altered;

    private SnapshotUnfit(String reason, boolean altered) {
        super(reason);
        this.altered = altered;
    }

    /// The snapshot is not as this auditor wrote it.
    public static SnapshotUnfit altered(String reason) {
        return new SnapshotUnfit(reason, true);
    }

    /// The snapshot may be genuine, but what is stored besides is not what it was taken of, or it is of another
    /// version; the replay will name what was altered.
    public static SnapshotUnfit other(String reason) {
        return new SnapshotUnfit(reason, false);
    }

    /// Whether somebody, or a broken disk, changed the snapshot itself.
    public boolean isAltered() {
        return altered;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
