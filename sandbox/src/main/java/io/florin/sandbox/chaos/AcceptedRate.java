package io.florin.sandbox.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Payments that banks accept while nothing is wrong: before the first fault, and after each one until the next. A
/// service that was away may need a moment for its former pace, so stretches of [#STRETCH] are looked at one after the
/// other until one has it, for [#PACE_MAX] at most.
///
/// @param accepted number of payments accepted so far
/// @param nanoTime a clock
/// @param pause waits so many nanoseconds
record AcceptedRate(LongSupplier accepted, LongSupplier nanoTime, LongConsumer pause) {
    static final Duration STRETCH = Duration.ofSeconds(10);
    static final Duration PACE_MAX = Duration.ofSeconds(90);

    /// Rates that a drill offers and asks for, in payments a second.
    ///
    /// @param asked what must be accepted while nothing is wrong
    record Load(int offered, int asked) {

        /// Five of six that are offered must be accepted, or the model's figure where that is less.
        ///
        /// @param figure payments a second that the documentation says of the model
        static Load of(int offered, int figure) {
            return new Load(offered, Math.min(figure, Math.max(1, offered * 5 / 6)));
        }

        /// So much more than the figure that it is reached though requests are answered early and late.
        static int offeredFor(int figure) {
            return Math.ceilDiv(figure * 6, 5);
        }
    }

    /// A stretch of time in which nothing was wrong, and the payments accepted in it.
    record Stretch(long accepted, Duration time) {

        boolean has(int perSecond) {
            return accepted * 1_000 >= perSecond * time.toMillis();
        }

        private static Stretch sum(List<Stretch> all) {
            return new Stretch(
                    all.stream().mapToLong(Stretch::accepted).sum(),
                    all.stream().map(Stretch::time).reduce(Duration.ZERO, Duration::plus));
        }

        /// Tenths cut off.
        String perSecond() {
            long tenths = accepted * 10_000 / Math.max(1, time.toMillis());
            return String.format(Locale.ROOT, "%d.%d", tenths / 10, tenths % 10);
        }
    }

    /// @param perSecond the pace that is waited for
    /// @return the first stretch that has it, or the last one
    Stretch paced(int perSecond) {
        long begin = nanoTime.getAsLong();
        while (true) {
            Stretch stretch = stretch();
            if (stretch.has(perSecond) || nanoTime.getAsLong() - begin >= PACE_MAX.toNanos()) {
                return stretch;
            }
        }
    }

    private Stretch stretch() {
        long begin = nanoTime.getAsLong();
        long before = accepted.getAsLong();
        pause.accept(STRETCH.toNanos());
        long now = accepted.getAsLong();
        return new Stretch(now - before, Duration.ofNanos(nanoTime.getAsLong() - begin));
    }

    /// @param after the fault that was over, in words
    static Optional<String> flaw(String after, Stretch stretch, int perSecond) {
        return stretch.has(perSecond)
                ? Optional.empty()
                : Optional.of(after + ": " + stretch.perSecond() + " payments a second accepted " + PACE_MAX.toSeconds()
                        + " s later, not " + perSecond);
    }

    /// All stretches in one figure.
    static String summary(List<Stretch> all, int perSecond) {
        Stretch sum = Stretch.sum(all);
        return sum.perSecond() + " a second accepted apart from the outages (" + sum.accepted() + " in "
                + sum.time().toSeconds() + " s), " + perSecond + " asked for";
    }
}
