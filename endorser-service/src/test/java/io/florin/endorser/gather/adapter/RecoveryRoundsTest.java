package io.florin.endorser.gather.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.LeftBehind;
import io.florin.endorser.protocol.OpenTransaction;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.testkit.Patience;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Recovery rounds and what they ask the store for. It has nothing, so nobody else is asked.
@NullUnmarked
class RecoveryRoundsTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final AtomicReference<Instant> wall = new AtomicReference<>(NOON);
    private final BlockingQueue<LeftBehind> asked = new LinkedBlockingQueue<>();
    private final AtomicInteger askedForOwn = new AtomicInteger();
    private final TransactionStore store = new UnaskedStore() {
        @Override
        public List<OpenTransaction> openOwn(LeftBehind stored, long afterPlace, int limit) {
            askedForOwn.incrementAndGet();
            return List.of();
        }

        @Override
        public List<OpenShare> openShares(LeftBehind given, int limit) {
            asked.add(given);
            return List.of();
        }
    };

    /// By the later of both clocks, everything would be taken up at once for as long as the process lives.
    @Test
    void aWallClockThatIsSetBackHurriesNothingAndHoldsNothingUp() throws Exception {
        long givenBefore = NOON.toEpochMilli();
        try (var rounds = rounds()) {
            rounds.start();
            LeftBehind first = next();
            assertThat(first.has(givenBefore)).as("just given").isFalse();
            assertThat(first.has(givenBefore + 2_000))
                    .as("given while the round was at work on others")
                    .isFalse();

            wall.set(NOON.minusSeconds(120));
            long givenAfter = wall.get().toEpochMilli();
            wall.set(NOON.minusSeconds(110));
            asked.clear();
            next();
            LeftBehind question = next();

            assertThat(question.has(givenAfter)).as("ten seconds old").isFalse();
            assertThat(question.has(givenBefore)).as("from before").isTrue();
            wall.set(NOON.minusSeconds(70));
            asked.clear();
            next();
            assertThat(next().has(givenAfter)).as("fifty seconds old").isTrue();
        }
    }

    /// Every other question would be a failure of the store, of the committer or of the gatherer, which are not there.
    @Test
    void aRoundWithNothingLeftBehindAsksTheStoreTwiceAndNobodyElse() throws Exception {
        try (var rounds = rounds()) {
            rounds.start();
            for (int round = 1; round <= 20; round++) {
                next();
            }
        }
        assertThat(askedForOwn.get()).isBetween(20, 21 + asked.size());
    }

    private LeftBehind next() throws InterruptedException {
        LeftBehind question = asked.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(question).isNotNull();
        return question;
    }

    private RecoveryRounds rounds() {
        var recovery = new GatherProperties.Recovery(
                Duration.ofMillis(5), Duration.ofSeconds(15), Duration.ofSeconds(45), 512);
        var properties =
                new GatherProperties(256, null, null, 8, 8_192, 100_000, null, null, null, 16_384, null, recovery);
        return new RecoveryRounds(
                "rounds",
                new RecoveryRounds.Sources(store, null, null, null, CURRENT),
                null,
                properties,
                new GatherMetrics(new SimpleMeterRegistry()),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                },
                wall::get);
    }

    private static final Enrollments CURRENT = new Enrollments() {
        @Override
        public boolean isCurrent(long nowMillis) {
            return true;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.empty();
        }
    };
}
