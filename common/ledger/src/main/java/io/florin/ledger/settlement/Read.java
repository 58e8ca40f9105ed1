package io.florin.ledger.settlement;

import io.florin.ledger.StateKey;

/// A key and the version it was seen with; version 0 means absent. 36 bytes.
///
/// @param version u32; a token is written once, with version 1
public record Read(StateKey key, long version) {

    public static final long ABSENT = 0;
    public static final long FIRST = 1;

    public Read {
        if (version < 0 || version > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("a key version has 32 bits");
        }
    }

    public static Read absent(StateKey key) {
        return new Read(key, ABSENT);
    }

    public static Read token(StateKey key) {
        return new Read(key, FIRST);
    }
}
