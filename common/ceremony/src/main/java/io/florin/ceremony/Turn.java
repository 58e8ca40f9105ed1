package io.florin.ceremony;

import io.florin.crypto.Bytes;
import java.util.List;

/// Outcome of a step of the work on a key.
sealed interface Turn {
    /// Somebody broke the protocol, as everybody saw.
    record Blame(int member, String what) {}

    /// Another step, in which this participant says this.
    record Say(Bytes payload, List<Blame> blames) implements Turn {
        Say(Bytes payload) {
            this(payload, List.of());
        }
    }

    /// The key stands.
    record Made(MadeKey key, List<Blame> blames) implements Turn {}

    /// No key came of it.
    record Broken(String why, List<Blame> blames) implements Turn {}
}
