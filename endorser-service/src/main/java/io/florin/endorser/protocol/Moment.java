package io.florin.endorser.protocol;

/// Now by both clocks. What is kept or shown is told by the wall clock, as all services tell it; what is waited for is
/// measured by the steady one, whatever somebody does to the other.
///
/// @param wallMillis since 1970
/// @param steadyMillis goes on evenly, from anywhere
public record Moment(long wallMillis, long steadyMillis) {

    /// Moment at which both clocks show the same.
    public static Moment of(long millis) {
        return new Moment(millis, millis);
    }

    /// Time that the wall clock, as it goes now, showed at a time of the steady one.
    public long wallMillisAt(long earlierSteadyMillis) {
        return wallMillis - (steadyMillis - earlierSteadyMillis);
    }
}
