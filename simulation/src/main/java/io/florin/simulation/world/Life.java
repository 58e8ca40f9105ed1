package io.florin.simulation.world;

/// One run of a node's process. Whatever is planned in it happens only while it lasts.
public final class Life {
    private final Node node;
    private boolean over;

    Life(Node node) {
        this.node = node;
    }

    public boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    /// Plans something that this process does.
    public void after(long micros, Runnable action) {
        node.world().after(micros, () -> node.live(this, action));
    }

    /// Plans something every so often by the node's own clock.
    public void every(long millis, Runnable action) {
        long micros = node.clock().worldMicros(millis);
        after(micros, () -> {
            action.run();
            every(millis, action);
        });
    }
}
