package io.florin.ceremony;

import io.florin.crypto.Bytes;
import java.util.List;

/// Effects that a [Ceremony] asks of its surroundings.
public sealed interface CeremonyEffect {
    /// Give everybody this message, once all that led to it is durable.
    record Publish(CeremonyMessage message) implements CeremonyEffect {}

    /// Somebody broke the protocol; all honest participants name the same.
    record Blamed(int member, String what) implements CeremonyEffect {}

    /// The key stands, and as many as its threshold confirmed it.
    ///
    /// @param confirmed by whom, rising
    /// @param padding of certifiers: their signature on the padding token, 48 bytes; else empty
    record Finished(MadeKey key, List<Integer> confirmed, Bytes padding) implements CeremonyEffect {}

    /// No key came of it.
    record Failed(String why) implements CeremonyEffect {}
}
