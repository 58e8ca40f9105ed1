package io.florin.simulation.world;

/// The process of a node ends in the middle of what it does.
final class PowerCut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long downMicros;

    PowerCut(long downMicros) {
        super("power cut", null, false, false);
        this.downMicros = downMicros;
    }

    long downMicros() {
        return downMicros;
    }
}
