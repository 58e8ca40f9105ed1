package io.florin.auditor.trail.adapter;

/// Where a block came from.
///
/// @param party the ordering party
/// @param direct true from its block store, false from its topic
public record BlockSource(int party, boolean direct) {

    static BlockSource topic(int party) {
        return new BlockSource(party, false);
    }

    static BlockSource store(int party) {
        return new BlockSource(party, true);
    }

    String label() {
        return (direct ? "block store of party " : "topic of party ") + party;
    }
}
