package io.florin.endorser.protocol;

/// The position that the status feature follows and all others read. One thread writes it at a time.
public final class FollowedPosition {

    private volatile LedgerPosition position;

    public FollowedPosition(LedgerPosition start) {
        this.position = start;
    }

    public LedgerPosition now() {
        return position;
    }

    public void moveTo(LedgerPosition next) {
        position = next;
    }
}
