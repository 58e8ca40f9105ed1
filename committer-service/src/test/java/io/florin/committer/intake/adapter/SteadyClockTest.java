package io.florin.committer.intake.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.intake.BlockIntake;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.SteadyClock;
import io.florin.runtime.chain.SwitchReason;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class SteadyClockTest {

    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    @Test
    void goesOnFromWhereItBegan() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
        SteadyClock clock = new SteadyClock(MORNING, nanos::get);
        assertThat(clock.instant()).isEqualTo(MORNING);
        nanos.addAndGet(2_000_000_000L);
        assertThat(clock.instant()).as("although the count went over its end").isEqualTo(MORNING.plusSeconds(2));
    }

    /// The listener gives intake such a clock, so a wall clock that is set back does not stop the turns of sources.
    @Test
    void intakeLeavesASilentSourceAfterTheWallClockWasSetBack() {
        AtomicReference<Instant> wall = new AtomicReference<>(MORNING);
        TestNetwork network = new TestNetwork(61);
        InstantSource clock = SteadyClock.from(wall::get);
        ChainTip tip = new ChainTip(network.networkId(), 0, network.networkId().value(), network.configuration());
        BlockIntake intake = new BlockIntake(
                tip,
                List.of(new BlockSource(1, BlockSource.Kind.TOPIC), new BlockSource(2, BlockSource.Kind.TOPIC)),
                new IntakeProperties(
                                1,
                                Duration.ofMillis(50),
                                16,
                                Duration.ofMillis(50),
                                Duration.ofSeconds(1),
                                Duration.ofMillis(10),
                                Duration.ofMillis(10),
                                Duration.ofMillis(10),
                                Duration.ofMillis(10))
                        .timings());
        AtomicLong turns = new AtomicLong();
        BlockTaker nobody = new BlockTaker() {
            @Override
            public void take(CheckedBlock block) {
                throw new AssertionError("there are no blocks");
            }

            @Override
            public ChainTip awaitTip() {
                return tip;
            }
        };
        try (IntakeLoop loop = new IntakeLoop(
                intake,
                nobody,
                (source, fromNumber, receiver) -> turns::incrementAndGet,
                NOTHING,
                Duration.ofMillis(10),
                clock,
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                })) {
            loop.start();
            wall.set(MORNING.minusSeconds(3_600));
            Awaitility.await().atMost(Patience.LIMIT).until(() -> turns.get() >= 3);
        }
    }

    private static final IntakeObserver NOTHING = new IntakeObserver() {
        @Override
        public void refused(BlockSource source, BlockFlaw flaw) {
            throw new AssertionError("nothing came that could be refused");
        }

        @Override
        public void switched(BlockSource from, BlockSource to, SwitchReason reason) {
            // expected, again and again
        }
    };
}
