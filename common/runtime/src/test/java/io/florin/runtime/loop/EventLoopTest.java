package io.florin.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.runtime.service.Faults;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class EventLoopTest {
    private final Faults faults = new Faults();

    @Test
    void handlesEventsOfEachSenderInOrderOnOneThread() throws Exception {
        List<Integer> seen = new ArrayList<>();
        var threads = new CopyOnWriteArrayList<Thread>();
        var all = new CountDownLatch(3000);
        try (var loop = EventLoop.<Integer>of(
                        "test",
                        16,
                        event -> {
                            seen.add(event);
                            threads.addIfAbsent(Thread.currentThread());
                            all.countDown();
                        },
                        faults)
                .start()) {
            var senders = IntStream.range(0, 3)
                    .mapToObj(sender -> Thread.ofVirtual().start(() -> {
                        try {
                            for (int i = 0; i < 1000; i++) {
                                loop.put(sender * 1000 + i);
                            }
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                    }))
                    .toList();
            assertThat(all.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            for (Thread sender : senders) {
                sender.join();
            }
        }
        assertThat(threads).hasSize(1);
        assertThat(threads.getFirst().isVirtual()).isFalse();
        for (int sender = 0; sender < 3; sender++) {
            int from = sender * 1000;
            assertThat(seen.stream().filter(event -> event / 1000 * 1000 == from))
                    .isSorted()
                    .hasSize(1000);
        }
    }

    @Test
    void refusesEventsWhenTheMailboxIsFullAndTakesThemAgainLater() throws Exception {
        var gate = new CountDownLatch(1);
        try (var loop = EventLoop.<Integer>of("test", 2, _ -> gate.await(), faults)) {
            assertThat(loop.offer(1)).isTrue();
            assertThat(loop.offer(2)).isTrue();
            assertThat(loop.offer(3)).isFalse();
            assertThat(loop.offer(3, Duration.ofMillis(20))).isFalse();
            assertThat(loop.depth()).isEqualTo(2);

            loop.start();
            gate.countDown();

            assertThat(loop.offer(3, Patience.LIMIT)).isTrue();
        }
    }

    @Test
    void stopsForGoodOnABugAndTellsTheFaultHandler() {
        var handled = new AtomicInteger();
        try (var loop = EventLoop.<Integer>of(
                "coordinator",
                16,
                event -> {
                    handled.incrementAndGet();
                    if (event == 2) {
                        throw new IllegalStateException("invariant");
                    }
                },
                faults)) {
            loop.offer(1);
            loop.offer(2);
            loop.offer(3);
            loop.start();
            await().atMost(Patience.LIMIT).until(() -> !faults.isLive());

            assertThat(loop.isFaulty()).isTrue();
            assertThat(loop.isRunning()).isFalse();
            assertThat(loop.offer(4)).isFalse();
            assertThatThrownBy(() -> loop.put(4)).isInstanceOf(LoopStoppedException.class);
        }
        assertThat(handled).hasValue(2);
        assertThat(faults.stoppedComponents()).containsExactly("coordinator");
        assertThat(faults.health().getStatus().getCode()).isEqualTo("DOWN");
    }

    @Test
    void releasesASenderThatWaitsWhenTheLoopStops() throws Exception {
        var gate = new CountDownLatch(1);
        var thrown = new AtomicReference<Throwable>();
        try (var loop = EventLoop.<Integer>of(
                        "test",
                        1,
                        _ -> {
                            gate.await();
                            throw new IllegalStateException("invariant");
                        },
                        faults)
                .start()) {
            loop.put(1);
            await().atMost(Patience.LIMIT).until(() -> loop.depth() == 0);
            loop.put(2);
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    loop.put(3);
                } catch (InterruptedException | LoopStoppedException stopped) {
                    thrown.set(stopped);
                }
            });
            gate.countDown();
            sender.join();
        }
        // The mailbox is emptied when the loop stops: the waiting sender either learns of it or its event is dropped.
        assertThat(thrown.get() == null || thrown.get() instanceof LoopStoppedException)
                .isTrue();
        assertThat(faults.isLive()).isFalse();
    }

    @Test
    void ticksByTheClockItIsGivenAndNeverQueuesTicks() {
        var now = new AtomicReference<>(Instant.EPOCH);
        List<String> seen = new CopyOnWriteArrayList<>();
        InstantSource clock = now::get;
        var ticks = new EventLoop.Ticks<String>(Duration.ofSeconds(10), clock, at -> "tick " + at.getEpochSecond());
        try (var loop =
                EventLoop.<String>ticking("test", 16, seen::add, faults, ticks).start()) {
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 0"));
            loop.offer("event");
            await().atMost(Patience.LIMIT).until(() -> seen.contains("event"));
            now.set(Instant.ofEpochSecond(9));
            loop.offer("other event");
            await().atMost(Patience.LIMIT).until(() -> seen.contains("other event"));
            now.set(Instant.ofEpochSecond(47));
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 47"));
        }
        assertThat(seen).containsExactly("tick 0", "event", "other event", "tick 47");
    }

    @Test
    void ticksOnWhenTheClockIsSetBack() {
        var now = new AtomicReference<>(Instant.ofEpochSecond(10_000));
        var ticks = new EventLoop.Ticks<String>(Duration.ofSeconds(10), now::get, at -> "tick " + at.getEpochSecond());
        var seen = new CopyOnWriteArrayList<String>();
        try (var _ = EventLoop.ticking("test", 16, seen::add, faults, ticks).start()) {
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 10000"));
            now.set(Instant.ofEpochSecond(6_400));
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 6400"));
        }
        assertThat(seen).containsExactly("tick 10000", "tick 6400");
    }

    /// Time is given, so what comes late comes late by it and not by the machine.
    @Test
    void ticksSeldomWhileNothingWaits() {
        var now = new AtomicReference<>(Instant.EPOCH);
        var waits = new AtomicBoolean();
        var seen = new CopyOnWriteArrayList<String>();
        var handler = new EventHandler<String>() {
            @Override
            public void on(String event) {
                seen.add(event);
            }

            @Override
            public boolean awaitsTicks() {
                return waits.get();
            }
        };
        var ticks = new EventLoop.Ticks<String>(Duration.ofMillis(4), now::get, at -> "tick " + at.toEpochMilli());
        try (var loop = EventLoop.ticking("test", 16, handler, faults, ticks).start()) {
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 0"));
            now.set(Instant.ofEpochMilli(99));
            loop.offer("nothing waits");
            await().atMost(Patience.LIMIT).until(() -> seen.contains("nothing waits"));
            now.set(Instant.ofEpochMilli(100));
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 100"));

            waits.set(true);
            loop.offer("something waits");
            await().atMost(Patience.LIMIT).until(() -> seen.contains("something waits"));
            now.set(Instant.ofEpochMilli(104));
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 104"));
            now.set(Instant.ofEpochMilli(108));
            await().atMost(Patience.LIMIT).until(() -> seen.contains("tick 108"));
        }
        assertThat(seen)
                .containsExactly("tick 0", "nothing waits", "tick 100", "something waits", "tick 104", "tick 108");
    }

    @Test
    void endsABatchAfterItsEvents() {
        List<String> seen = new CopyOnWriteArrayList<>();
        var handler = new EventHandler<String>() {
            @Override
            public void on(String event) {
                seen.add(event);
            }

            @Override
            public void batchEnded() {
                seen.add("end");
            }
        };
        try (var loop = EventLoop.of("test", 16, handler, faults)) {
            loop.offer("a");
            loop.offer("b");
            loop.start();
            await().atMost(Patience.LIMIT).until(() -> seen.size() == 3);
        }
        assertThat(seen).containsExactly("a", "b", "end");
    }

    @Test
    void takesNothingAfterItIsClosed() {
        var loop = EventLoop.<Integer>of("test", 16, _ -> {}, faults).start();
        loop.close();

        assertThat(loop.offer(1)).isFalse();
        assertThatThrownBy(() -> loop.put(1)).isInstanceOf(LoopStoppedException.class);
        assertThat(faults.isLive()).isTrue();
    }
}
