package io.florin.endorser.protocol;

import java.time.Duration;

/// Bound of what is old enough to be taken up again, by the time that it was kept with. That is of the wall clock, so
/// a time still to come is of before somebody set that back: it counts too, or it would be waited for as long.
///
/// @param untilMillis kept then or before, since 1970
/// @param nowMillis of the wall clock
public record LeftBehind(long untilMillis, long nowMillis) {

    /// @param age from which on something is left behind
    public static LeftBehind at(long nowMillis, Duration age) {
        return new LeftBehind(nowMillis - age.toMillis(), nowMillis);
    }

    public boolean has(long keptMillis) {
        return keptMillis <= untilMillis || keptMillis > nowMillis;
    }
}
