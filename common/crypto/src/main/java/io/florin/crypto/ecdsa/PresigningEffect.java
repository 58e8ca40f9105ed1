package io.florin.crypto.ecdsa;

import io.florin.crypto.threshold.PartyMessage;
import java.util.SortedSet;

/// Requests of a [Presigning] to its surroundings.
public sealed interface PresigningEffect {
    /// Give everybody this message, the sender too or not.
    record Broadcast(PartyMessage message) implements PresigningEffect {}

    /// Done: hand the presignature to the [EcdsaSigner].
    record Completed(Presignature presignature) implements PresigningEffect {}

    /// Over without a presignature; start again without those who are blamed.
    record Aborted(Reason reason, SortedSet<Integer> blamed) implements PresigningEffect {}

    /// Reasons for which there is no presignature.
    enum Reason {
        /// The blamed provably broke the protocol: everybody's seeds are known and show it.
        CHEATED,
        /// The blamed were not heard in time. They may be innocent: the network may be to blame.
        SILENT,
        /// Nobody broke the protocol and it failed: a chance of 2⁻²⁵⁶.
        CHANCE
    }
}
