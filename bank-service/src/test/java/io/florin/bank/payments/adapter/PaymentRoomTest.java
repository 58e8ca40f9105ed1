package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.payments.adapter.PaymentRoom.Bounds;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PaymentRoomTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong open = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    private PaymentRoom room(int acceptingMax, long openMax) {
        return new PaymentRoom(
                new Bounds(acceptingMax, Duration.ZERO, openMax),
                () -> {
                    asked.incrementAndGet();
                    return open.get();
                },
                nanos::get);
    }

    @Test
    void takesAsManyAsMayBeOpenAndSaysWhenToAskAgain() {
        PaymentRoom room = room(100, 10);
        assertThat(room.during(7, () -> "seven")).isEqualTo("seven");
        assertFull(() -> room.during(4, () -> "four"), 5L);
        assertThat(room.during(3, () -> "three")).isEqualTo("three");
        assertFull(() -> room.during(1, () -> "one"), 5L);
        assertThat(room.refused()).isEqualTo(2);
    }

    @Test
    void countsOnceASecond() {
        PaymentRoom room = room(100, 10);
        room.during(1, () -> "");
        open.set(10);
        room.during(1, () -> "");
        assertThat(asked).hasValue(1);
        nanos.addAndGet(SECOND);
        assertFull(() -> room.during(1, () -> ""), 5L);
        open.set(0);
        nanos.addAndGet(SECOND);
        room.during(1, () -> "");
        assertThat(asked).hasValue(3);
    }

    @Test
    void whatIsNotAcceptedTakesNoRoom() {
        PaymentRoom room = room(1, 1);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> room.during(1, () -> {
                        throw new IllegalStateException("refused");
                    }))
                    .hasMessage("refused");
        }
        assertThat(room.during(1, () -> "at last")).isEqualTo("at last");
    }

    @Test
    void acceptsSoManyAtATime() {
        PaymentRoom room = room(3, 1_000);
        assertThat(room.during(
                        1,
                        () -> room.during(
                                1,
                                () -> room.during(1, () -> {
                                    assertFull(() -> room.during(1, () -> ""), 1L);
                                    return "three";
                                }))))
                .isEqualTo("three");
    }

    @Test
    void aLargeRequestTakesAQuarter() {
        PaymentRoom room = room(8, 1_000);
        assertThat(room.during(
                        500,
                        () -> room.during(
                                6,
                                () -> room.during(
                                        3,
                                        () -> room.during(2, () -> {
                                            assertFull(() -> room.during(1, () -> ""), 1L);
                                            return "four requests";
                                        })))))
                .isEqualTo("four requests");
    }

    private static void assertFull(ThrowingCallable call, long seconds) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, full -> {
            assertThat(full.status().value()).isEqualTo(429);
            assertThat(full.problem().getProperties())
                    .containsEntry("code", "too-many-payments")
                    .containsEntry("retryAfterSeconds", seconds);
        });
    }
}
