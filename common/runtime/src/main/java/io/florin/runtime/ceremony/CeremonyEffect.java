package io.florin.runtime.ceremony;

import java.util.List;

/// What a [Ceremony] asks of its surroundings.
public sealed interface CeremonyEffect {
    /// Give everybody this message, once all that led to it is durable.
    record Publish(CeremonyMessage message) implements CeremonyEffect {}

    /// Somebody broke the protocol; all honest participants name the same.
    record Blamed(int member, String what) implements CeremonyEffect {}

    /// The key stands, and as many as its threshold confirmed it.
    ///
    /// @param confirmed by whom, rising
    record Finished(MadeKey key, List<Integer> confirmed) implements CeremonyEffect {}

    /// No key came of it.
    record Failed(String why) implements CeremonyEffect {}
}
