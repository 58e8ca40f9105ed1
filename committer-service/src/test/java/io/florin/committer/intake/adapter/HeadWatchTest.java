package io.florin.committer.intake.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.intake.BlockIntake;
import io.florin.committer.intake.BlockSource;
import io.florin.committer.intake.IntakeEffect.SwitchReason;
import io.florin.committer.intake.IntakeTimings;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.OrderingInternalApi;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HeadWatchTest {

    private final TestNetwork network = new TestNetwork(71);
    private final ChainTip tip =
            new ChainTip(network.networkId(), 0, network.networkId().value(), network.configuration());

    /// Answers without a body at first, which an HTTP client shows as null.
    private static final class LateStore implements OrderingInternalApi {

        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public void submit(byte[] bundle) {
            throw new AssertionError("nobody submits here");
        }

        @Override
        public byte[] block(long number) {
            throw new AssertionError("nobody asks for blocks here");
        }

        @Override
        @SuppressWarnings("NullAway")
        public ChainHead head() {
            @Nullable ChainHead head = asked.incrementAndGet() < 3 ? null : new ChainHead(7, "");
            return head;
        }
    }

    private IntakeLoop loop() {
        BlockIntake intake = new BlockIntake(
                tip,
                List.of(new BlockSource(1, BlockSource.Kind.TOPIC)),
                new IntakeTimings(60_000, 16, 60_000, 60_000, 60_000, 1_000, 1_000));
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
        IntakeObserver observer = new IntakeObserver() {
            @Override
            public void refused(BlockSource source, BlockFlaw flaw) {
                throw new AssertionError("nothing came that could be refused");
            }

            @Override
            public void switched(BlockSource from, BlockSource to, SwitchReason reason) {
                throw new AssertionError("there is one source only");
            }
        };
        return new IntakeLoop(
                intake,
                nobody,
                (source, fromNumber, receiver) -> () -> {},
                observer,
                Duration.ofMillis(10),
                InstantSource.system(),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                });
    }

    @Test
    void aPartyThatAnsweredNothingIsHeardAgain() {
        try (IntakeLoop loop = loop().start();
                HeadWatch heads = new HeadWatch(Map.of(1, new LateStore()), Duration.ofMillis(10), loop)) {
            heads.start();
            Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> loop.claimedHead() == 7);
            assertThat(heads.answering()).isEqualTo(1);
        }
    }
}
