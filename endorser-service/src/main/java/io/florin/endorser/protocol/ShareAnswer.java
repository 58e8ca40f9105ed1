package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;

/// Answer to an order for a share.
public sealed interface ShareAnswer {

    /// @param index of the key share it was made with
    record Given(int index, Bytes share) implements ShareAnswer {}

    /// @param reason in fixed words, for the one who asked
    record Declined(String reason) implements ShareAnswer {}

    /// The preparation that the order names was never made for whoever asks, was used, or died with the process that
    /// prepared it. Another preparation helps.
    record Stale() implements ShareAnswer {}

    /// This endorser's share and those that the order asks for are of two sides of a refresh. Nothing was used.
    record OtherShares() implements ShareAnswer {}
}
