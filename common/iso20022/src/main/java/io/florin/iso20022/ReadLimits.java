package io.florin.iso20022;

/// Bounds on one file: a file beyond them is refused, whatever it contains.
public record ReadLimits(int bytesMax, int depthMax, int elementsMax, int linesMax) {
    public static final ReadLimits DEFAULT = new ReadLimits(8 * 1024 * 1024, 64, 600_000, 10_000);

    public ReadLimits {
        if (bytesMax < 1 || depthMax < 1 || elementsMax < 1 || linesMax < 1) {
            throw new IllegalArgumentException("limits are positive");
        }
    }
}
