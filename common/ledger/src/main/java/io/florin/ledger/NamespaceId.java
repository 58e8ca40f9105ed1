package io.florin.ledger;

/// A part of the state under one endorsement policy; 0 is the configuration, currencies start at 1 (u16 on the wire).
public record NamespaceId(int value) implements Comparable<NamespaceId> {

    public static final NamespaceId CONFIGURATION = new NamespaceId(0);

    public NamespaceId {
        if (value < 0 || value > 0xFFFF) {
            throw new IllegalArgumentException("a namespace id has 16 bits");
        }
    }

    @Override
    public int compareTo(NamespaceId other) {
        return Integer.compare(value, other.value);
    }
}
