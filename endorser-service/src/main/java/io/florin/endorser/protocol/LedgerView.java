package io.florin.endorser.protocol;

/// The position that the status feature follows and all others read. One thread writes it at a time.
public final class LedgerView {

    private volatile LedgerPosition position;

    public LedgerView(LedgerPosition start) {
        this.position = start;
    }

    public LedgerPosition now() {
        return position;
    }

    public void moveTo(LedgerPosition next) {
        position = next;
    }
}
