package io.florin.instant.authority;

import io.florin.ledger.rail.RailRefusal;
import java.util.Optional;

/// Rights of an authority: *starting* (journals are replayed, the others are asked what they hold of this authority,
/// nothing is signed) → *signing* → *restored* at any time, also without having signed (the journals are an older
/// copy: it follows the others and signs nothing) → *stopped*.
public enum Standing {
    STARTING(Optional.of(RailRefusal.AUTHORITY_STARTING)),
    SIGNING(Optional.empty()),
    RESTORED(Optional.of(RailRefusal.JOURNAL_RESTORED)),
    STOPPED(Optional.of(RailRefusal.AUTHORITY_STOPPED));

    private final Optional<RailRefusal> refusal;

    Standing(Optional<RailRefusal> refusal) {
        this.refusal = refusal;
    }

    /// Reason for which nothing is signed.
    public Optional<RailRefusal> refusal() {
        return refusal;
    }
}
