package io.florin.ordering.wiring;

import io.florin.ordering.protocol.Offer;
import org.jspecify.annotations.Nullable;

/// The way from the ingress to the submissions' loop.
final class SubmissionRoom {
    private volatile @Nullable SubmissionLoop loop;

    void open(SubmissionLoop opened) {
        loop = opened;
    }

    boolean take(Offer offer) {
        SubmissionLoop open = loop;
        return open != null && open.offer(new SubmissionEvent.Offered(offer));
    }
}
