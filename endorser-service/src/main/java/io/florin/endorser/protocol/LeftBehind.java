package io.florin.endorser.protocol;

import java.time.Duration;

/// Bound of what is old enough to be taken up again, by the time that it was kept with. That is of the wall clock, so
/// a time that lies far ahead is of before somebody set that back: it counts too, or it would be waited for as long.
/// A time that lies a little ahead is of what was kept since the bound was drawn, by somebody who is at work on it.
///
/// @param untilMillis kept then or before, since 1970
/// @param aheadMillis kept later than then, since 1970
public record LeftBehind(long untilMillis, long aheadMillis) {

    /// After a clock was set back by less than that age, what was kept before is left behind after twice the age at
    /// most.
    ///
    /// @param nowMillis of the wall clock, since 1970
    /// @param age from which on something is left behind
    public static LeftBehind at(long nowMillis, Duration age) {
        return new LeftBehind(nowMillis - age.toMillis(), nowMillis + age.toMillis());
    }

    public boolean has(long keptMillis) {
        return keptMillis <= untilMillis || keptMillis > aheadMillis;
    }
}
