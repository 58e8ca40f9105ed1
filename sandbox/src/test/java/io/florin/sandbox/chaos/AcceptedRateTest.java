package io.florin.sandbox.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.chaos.AcceptedRate.Load;
import io.florin.sandbox.chaos.AcceptedRate.Stretch;
import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class AcceptedRateTest {
    private long nanos;

    /// @param accepted by milliseconds
    private AcceptedRate rate(LongUnaryOperator accepted) {
        return new AcceptedRate(() -> accepted.applyAsLong(nanos / 1_000_000), () -> nanos, pause -> nanos += pause);
    }

    private Duration passed() {
        return Duration.ofNanos(nanos);
    }

    @Test
    void oneStretchIsEnoughWhereThePaceIsThere() {
        Stretch stretch = rate(millis -> 1_000 + millis * 50 / 1_000).paced(50);

        assertThat(stretch).isEqualTo(new Stretch(500, AcceptedRate.STRETCH));
        assertThat(stretch.perSecond()).isEqualTo("50.0");
        assertThat(AcceptedRate.flaw("kill-bank-1", stretch, 50)).isEmpty();
        assertThat(passed()).isEqualTo(AcceptedRate.STRETCH);
    }

    /// A bank that was away compiles its code anew.
    @Test
    void whoNeedsAMomentIsWaitedFor() {
        Stretch stretch = rate(millis -> millis < 35_000 ? millis / 100 : 350 + (millis - 35_000) * 60 / 1_000)
                .paced(50);

        assertThat(stretch).isEqualTo(new Stretch(600, AcceptedRate.STRETCH));
        assertThat(passed()).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void onePaymentASecondTooFewIsAFlaw() {
        Stretch stretch = rate(millis -> millis * 499 / 10_000).paced(50);

        assertThat(passed()).isEqualTo(AcceptedRate.PACE_MAX);
        assertThat(stretch.perSecond()).isEqualTo("49.9");
        assertThat(AcceptedRate.flaw("kill-bank-1", stretch, 50))
                .hasValue("kill-bank-1: 49.9 payments a second accepted 90 s later, not 50");
    }

    /// Payments that were promised while a bank was away, and are accepted when it is back, are none of the stretch's.
    @Test
    void onlyWhatIsAcceptedInTheStretchCounts() {
        nanos = Duration.ofSeconds(100).toNanos();
        assertThat(rate(_ -> 5_000).paced(1).accepted()).isZero();
    }

    @Test
    void stretchesAreAddedUp() {
        List<Stretch> all = List.of(
                new Stretch(600, Duration.ofSeconds(10)),
                new Stretch(500, Duration.ofMillis(10_000)),
                new Stretch(557, Duration.ofMillis(10_400)));

        assertThat(AcceptedRate.summary(all, 50))
                .isEqualTo("54.5 a second accepted apart from the outages (1657 in 30 s), 50 asked for");
        assertThat(AcceptedRate.summary(List.of(), 50)).startsWith("0.0 a second");
    }

    @Test
    void whatIsAskedForIsTheFigureOrMostOfWhatIsOffered() {
        assertThat(Load.offeredFor(50)).isEqualTo(60);
        assertThat(Load.of(60, 50)).isEqualTo(new Load(60, 50));
        assertThat(Load.of(200, 50).asked()).as("the figure is enough").isEqualTo(50);
        assertThat(Load.of(12, 46).asked()).as("of what is offered").isEqualTo(10);
        assertThat(Load.of(1, 14).asked()).isEqualTo(1);
    }
}
