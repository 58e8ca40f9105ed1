package io.florin.wallet.instant;

import io.florin.ledger.rail.RailRefusal;
import java.util.SortedMap;

/// Outcome of a payment within the time it was given.
///
/// @param <C> its certificate
/// @param <F> its file
public sealed interface RailPaymentOutcome<C, F> {

    /// Nothing can undo it.
    record Final<C, F>(F file) implements RailPaymentOutcome<C, F> {}

    /// It has a certificate, and anybody who holds that can make it final.
    record Certified<C, F>(C certificate) implements RailPaymentOutcome<C, F> {}

    /// It has no certificate yet; the same signed order may be tried again.
    ///
    /// @param reasons of those who would not vote
    record Open<C, F>(SortedMap<Integer, RailRefusal> reasons) implements RailPaymentOutcome<C, F> {}

    /// It never gets one with what was carried, or a rescue ended its sequence without it, certificate or not.
    record Refused<C, F>(SortedMap<Integer, RailRefusal> reasons) implements RailPaymentOutcome<C, F> {}
}
