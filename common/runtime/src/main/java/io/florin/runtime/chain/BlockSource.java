package io.florin.runtime.chain;

/// A source of blocks: one party's topic, or its block store.
///
/// @param party id in the configuration
public record BlockSource(int party, Kind kind) {

    /// Ways in which a party gives its blocks away.
    public enum Kind {
        /// Its topic in Kafka.
        TOPIC,
        /// Its own port, without Kafka.
        STORE
    }

    /// As people read it.
    @Override
    public String toString() {
        return (kind == Kind.TOPIC ? "topic of party " : "block store of party ") + party;
    }
}
