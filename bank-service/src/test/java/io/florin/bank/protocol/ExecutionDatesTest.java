package io.florin.bank.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.ExecutionDates.Execution;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ExecutionDatesTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2026-03-01");
    private static final ExecutionDates UTC = new ExecutionDates(ZoneOffset.UTC, 90);

    @Test
    void withoutADateTodayAndBeforeArePaidAtOnce() {
        for (LocalDate day : new LocalDate[] {TODAY, TODAY.minusDays(1), TODAY.minusYears(30), LocalDate.MIN}) {
            assertThat(UTC.of(day, NOON)).isEqualTo(new Execution.AtOnce());
        }
        assertThat(UTC.of(null, NOON)).isEqualTo(new Execution.AtOnce());
    }

    @Test
    void tomorrowAndTheLastDayAreScheduled() {
        assertThat(UTC.of(TODAY.plusDays(1), NOON)).isEqualTo(new Execution.On(TODAY.plusDays(1)));
        assertThat(UTC.of(TODAY.plusDays(90), NOON)).isEqualTo(new Execution.On(TODAY.plusDays(90)));
    }

    @Test
    void theDayAfterTheLastIsTooFarAhead() {
        Execution.TooFarAhead refused = new Execution.TooFarAhead(TODAY.plusDays(90));
        assertThat(UTC.of(TODAY.plusDays(91), NOON)).isEqualTo(refused);
        assertThat(UTC.of(LocalDate.MAX, NOON)).isEqualTo(refused);
        assertThat(refused.explanation()).contains("2026-05-30");
    }

    /// Where the next day has begun, the next day is today.
    @Test
    void daysAreThoseOfTheZone() {
        ExecutionDates auckland = new ExecutionDates(ZoneId.of("Pacific/Auckland"), 0);
        assertThat(auckland.of(TODAY.plusDays(1), NOON)).isEqualTo(new Execution.AtOnce());
        assertThat(auckland.of(TODAY.plusDays(2), NOON)).isEqualTo(new Execution.TooFarAhead(TODAY.plusDays(1)));
        ExecutionDates honolulu = new ExecutionDates(ZoneId.of("Pacific/Honolulu"), 90);
        assertThat(honolulu.of(TODAY, Instant.parse("2026-03-01T09:59:59Z"))).isEqualTo(new Execution.On(TODAY));
        assertThat(honolulu.of(TODAY, Instant.parse("2026-03-01T10:00:00Z"))).isEqualTo(new Execution.AtOnce());
    }
}
