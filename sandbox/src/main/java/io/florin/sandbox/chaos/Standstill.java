package io.florin.sandbox.chaos;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Check that nothing is ordered any more once a quorum of parties is away. Blocks that were certified before may still
/// be on their way to the committer, on a slow machine for many seconds: so the height must first come to rest, which
/// it never does where ordering goes on under load, and then stay.
///
/// @param height of the last committed block
/// @param nanoTime a clock
/// @param pause waits so many nanoseconds
record Standstill(LongSupplier height, LongSupplier nanoTime, LongConsumer pause) {
    /// Longest time until all that was certified before is committed.
    static final Duration DRAINED = Duration.ofSeconds(45);

    /// So long without a new block is rest.
    static final Duration REST = Duration.ofSeconds(4);

    private static final Duration POLL = Duration.ofMillis(200);

    /// @param lasts how long it must stay at rest
    /// @return what was ordered that could not be, in words
    Optional<String> flaw(Duration lasts) {
        long begin = nanoTime.getAsLong();
        long last = height.getAsLong();
        long since = begin;
        while (nanoTime.getAsLong() - since < REST.toNanos()) {
            if (nanoTime.getAsLong() - begin > DRAINED.toNanos()) {
                return Optional.of("blocks were ordered without a quorum: " + DRAINED.toSeconds()
                        + " s later they still came, the last one " + last);
            }
            pause.accept(POLL.toNanos());
            long now = height.getAsLong();
            if (now != last) {
                last = now;
                since = nanoTime.getAsLong();
            }
        }
        long rested = nanoTime.getAsLong();
        while (nanoTime.getAsLong() - rested < lasts.toNanos()) {
            pause.accept(POLL.toNanos());
            if (height.getAsLong() > last) {
                return Optional.of("blocks were ordered without a quorum: " + height.getAsLong() + " after " + last);
            }
        }
        return Optional.empty();
    }
}
