package io.florin.ledger.rail;

/// The id of an instant rail within a network, u16, from 1.
public record RailId(int value) implements Comparable<RailId> {

    /// @throws IllegalArgumentException unless 1 to 65535
    public RailId {
        if (value < 1 || value > 0xFFFF) {
            throw new IllegalArgumentException("a rail id has 16 bits and is not zero");
        }
    }

    @Override
    public int compareTo(RailId other) {
        return Integer.compare(value, other.value);
    }
}
