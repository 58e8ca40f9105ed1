package io.florin.endorser.protocol;

import io.florin.crypto.threshold.SignatureShare;

/// What becomes of an order for a share.
public sealed interface ShareAnswer {

    record Given(SignatureShare share) implements ShareAnswer {}

    /// @param reason in fixed words, for the one who asked
    record Declined(String reason) implements ShareAnswer {}
}
