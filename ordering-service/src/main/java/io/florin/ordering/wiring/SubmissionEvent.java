package io.florin.ordering.wiring;

import io.florin.crypto.Bytes32;
import io.florin.ordering.protocol.Offer;
import java.util.List;

/// Events of this party's submissions.
sealed interface SubmissionEvent {

    record Offered(Offer offer) implements SubmissionEvent {}

    /// A block with these bundles is in the store.
    record Stored(List<Bytes32> digests) implements SubmissionEvent {}

    record GateOpened(long view) implements SubmissionEvent {}

    record GateClosed() implements SubmissionEvent {}

    record Tick() implements SubmissionEvent {}
}
