package io.florin.committer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.LargestBlock;
import io.florin.committer.intake.IntakeEffect.Accept;
import io.florin.committer.intake.IntakeEffect.Follow;
import io.florin.committer.intake.IntakeEffect.Refused;
import io.florin.committer.intake.IntakeEffect.Switched;
import io.florin.committer.intake.IntakeEvent.Arrived;
import io.florin.committer.intake.IntakeEvent.HeadSeen;
import io.florin.committer.intake.IntakeEvent.Lost;
import io.florin.committer.intake.IntakeEvent.Tick;
import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.BlockSource.Kind;
import io.florin.runtime.chain.SourceTimings;
import io.florin.runtime.chain.SourceTurns;
import io.florin.runtime.chain.SwitchReason;
import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockIntakeTest {

    private static final SourceTimings TIMINGS = new SourceTimings(3_000, 16, 10_000, 30_000, 600_000, 200, 5_000);

    private final TestNetwork network = new TestNetwork(5);
    private final TestChain chain = new TestChain(network);
    private final ChainTip genesis =
            new ChainTip(network.networkId(), 0, network.networkId().value(), network.configuration());
    private final BlockIntake intake = new BlockIntake(genesis, SourceTurns.of(List.of(0, 1, 2, 3), 2), TIMINGS);
    private long now = 1_000_000;
    private long attempt;

    private List<IntakeEffect> on(IntakeEvent event) {
        List<IntakeEffect> effects = intake.on(event);
        for (IntakeEffect effect : effects) {
            if (effect instanceof Follow follow) {
                attempt = follow.attempt();
            }
        }
        return effects;
    }

    private List<IntakeEffect> tick(long afterMillis) {
        now += afterMillis;
        return on(new Tick(now));
    }

    private List<IntakeEffect> arrive(Block block) {
        return on(new Arrived(attempt, block.encode()));
    }

    private Block next() {
        return chain.appendEntries(List.of(Bytes.of(network.newBytes(20))));
    }

    private static SwitchReason reason(List<IntakeEffect> effects) {
        return effects.stream()
                .filter(Switched.class::isInstance)
                .map(effect -> ((Switched) effect).reason())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void takesTurnsThroughTopicsAndOtherPartiesStores() {
        assertThat(SourceTurns.of(List.of(1, 2, 3), 2))
                .containsExactly(
                        new BlockSource(2, Kind.TOPIC),
                        new BlockSource(3, Kind.STORE),
                        new BlockSource(3, Kind.TOPIC),
                        new BlockSource(1, Kind.STORE),
                        new BlockSource(1, Kind.TOPIC),
                        new BlockSource(2, Kind.STORE));
    }

    @Test
    void followsThePreferredTopicAndAcceptsBlocksInOrder() {
        assertThat(tick(0)).containsExactly(new Follow(attempt, new BlockSource(2, Kind.TOPIC), 1));
        for (int i = 1; i <= 3; i++) {
            Block block = next();
            assertThat(arrive(block))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Accept.class,
                            accepted -> assertThat(accepted.block().block()).isEqualTo(block));
        }
        assertThat(intake.tip().number()).isEqualTo(3);
        assertThat(arrive(chain.blocks().get(1))).as("repeated").isEmpty();
    }

    @Test
    void takesTheLargestBlockAndNoneAboveIt() {
        List<Bytes> most = LargestBlock.entries();
        List<Bytes> more = new ArrayList<>(most);
        more.set(most.size() - 1, Bytes.of(new byte[128]));
        tick(0);
        assertThat(arrive(network.block(1, network.networkId().value(), more)).getFirst())
                .isEqualTo(new Refused(new BlockSource(2, Kind.TOPIC), BlockFlaw.TOO_LARGE));
        assertThat(arrive(chain.appendEntries(most))).singleElement().isInstanceOf(Accept.class);
    }

    @Test
    void refusesWhatIsNotTheNextBlockAndLeavesTheSource() {
        Block first = next();
        Block second = next();
        TestNetwork other = new TestNetwork(6);
        byte[] truncated = Arrays.copyOf(first.encode(), first.encode().length - 1);
        byte[] tampered = first.encode();
        tampered[tampered.length - 1] ^= 1;
        Map<byte[], BlockFlaw> bad = new HashMap<>();
        bad.put(new byte[0], BlockFlaw.UNREADABLE);
        bad.put(truncated, BlockFlaw.UNREADABLE);
        bad.put(tampered, BlockFlaw.WRONG_ROOT);
        bad.put(second.encode(), BlockFlaw.RENUMBERED);
        bad.put(other.block(1, other.networkId().value(), first.entries()).encode(), BlockFlaw.OTHER_NETWORK);
        bad.put(network.block(1, network.newId(), first.entries()).encode(), BlockFlaw.NOT_SUCCESSOR);
        bad.put(
                new Block(first.header(), network.certify(first.header(), 0, 1), first.entries()).encode(),
                BlockFlaw.BAD_CERTIFICATE);
        bad.forEach((bytes, flaw) -> {
            BlockIntake fresh = new BlockIntake(genesis, SourceTurns.of(List.of(0, 1), 0), TIMINGS);
            fresh.on(new Tick(now));
            List<IntakeEffect> effects = fresh.on(new Arrived(1, bytes));
            assertThat(effects.getFirst()).isEqualTo(new Refused(new BlockSource(0, Kind.TOPIC), flaw));
            assertThat(reason(effects)).isEqualTo(SwitchReason.FLAW);
            assertThat(fresh.followed()).isEqualTo(new BlockSource(1, Kind.STORE));
            assertThat(fresh.tip()).isEqualTo(genesis);
        });
    }

    @Test
    void dropsWhatASourceLeftBehindStillSends() {
        tick(0);
        long before = attempt;
        on(new Lost(attempt));
        assertThat(attempt).isNotEqualTo(before);
        assertThat(intake.on(new Arrived(before, next().encode()))).isEmpty();
        assertThat(intake.on(new Lost(before))).isEmpty();
    }

    @Test
    void pausesAfterTheSecondFlawInARow() {
        tick(0);
        assertThat(on(new Arrived(attempt, new byte[1]))).hasAtLeastOneElementOfType(Follow.class);
        assertThat(on(new Arrived(attempt, new byte[1]))).hasOnlyElementsOfTypes(Refused.class, Switched.class);
        assertThat(tick(100)).isEmpty();
        assertThat(tick(150)).singleElement().isInstanceOf(Follow.class);
        on(new Arrived(attempt, new byte[1]));
        assertThat(tick(300)).isEmpty();
        assertThat(tick(150)).singleElement().isInstanceOf(Follow.class);
        assertThat(arrive(next())).singleElement().isInstanceOf(Accept.class);
    }

    @Test
    void leavesASourceThatGivesLessThanOthersClaim() {
        tick(0);
        on(new HeadSeen(1, 5));
        assertThat(tick(100)).isEmpty();
        assertThat(tick(2_900)).isEmpty();
        List<IntakeEffect> effects = tick(200);
        assertThat(reason(effects)).isEqualTo(SwitchReason.BEHIND);
        assertThat(intake.followed()).isEqualTo(new BlockSource(3, Kind.STORE));
    }

    @Test
    void leavesASourceThatTrickles() {
        tick(0);
        on(new HeadSeen(1, 100));
        tick(100);
        for (int i = 0; i < 3; i++) {
            arrive(next());
            tick(900);
        }
        assertThat(reason(tick(400))).isEqualTo(SwitchReason.BEHIND);
    }

    @Test
    void staysWithASourceThatIsFarBehindButFast() {
        tick(0);
        on(new HeadSeen(1, 100_000));
        for (int i = 0; i < 40; i++) {
            arrive(next());
            assertThat(tick(150)).isEmpty();
        }
    }

    @Test
    void aLiarCostsATurnLessAndLessOften() {
        tick(0);
        List<Long> switchedAt = new ArrayList<>();
        long start = now;
        while (now - start < 400_000) {
            on(new HeadSeen(3, 1_000_000));
            on(new HeadSeen(1, 0));
            for (IntakeEffect effect : tick(500)) {
                if (effect instanceof Switched left && left.from().equals(new BlockSource(3, Kind.STORE))) {
                    switchedAt.add(now);
                }
            }
        }
        assertThat(switchedAt).hasSizeBetween(2, 15);
    }

    @Test
    void aSlowHonestPartyIsHeardAgain() {
        tick(0);
        boolean taken = false;
        long slowUntil = now + 60_000;
        for (int i = 0; i < 10_000 && !taken; i++) {
            on(new HeadSeen(3, 1));
            tick(100);
            if (now > slowUntil && intake.followed().equals(new BlockSource(3, Kind.STORE))) {
                taken = !arrive(chain.height() == 0 ? next() : chain.blocks().getFirst())
                        .isEmpty();
            }
        }
        assertThat(intake.tip().number()).isEqualTo(1);
        assertThat(now - slowUntil).isLessThan(300_000);
    }

    @Test
    void looksElsewhereWhenNobodySaysAnything() {
        tick(0);
        assertThat(tick(9_999)).isEmpty();
        assertThat(reason(tick(1))).isEqualTo(SwitchReason.SILENT);
        on(new HeadSeen(1, 0));
        on(new HeadSeen(2, 0));
        assertThat(tick(9_999)).isEmpty();
        on(new HeadSeen(1, 0));
        on(new HeadSeen(2, 0));
        assertThat(tick(5_000)).as("a quiet network").isEmpty();
        on(new HeadSeen(1, 0));
        assertThat(reason(tick(5_000))).as("one of four may lie").isEqualTo(SwitchReason.SILENT);
    }

    @Test
    void returnsFromAStoreToATopicAndIsMorePatientTheNextTime() {
        tick(0);
        on(new Lost(attempt));
        assertThat(intake.followed().kind()).isEqualTo(Kind.STORE);
        assertThat(quietUntilSwitched()).isEqualTo(30);
        assertThat(intake.followed().kind()).isEqualTo(Kind.TOPIC);
        on(new Lost(attempt));
        assertThat(intake.followed().kind()).isEqualTo(Kind.STORE);
        assertThat(quietUntilSwitched()).isEqualTo(60);
        arrive(next());
        on(new Lost(attempt));
        assertThat(quietUntilSwitched()).as("the last return was a success").isEqualTo(30);
    }

    /// Seconds until intake leaves its source in a network where nothing happens.
    private int quietUntilSwitched() {
        for (int seconds = 1; seconds < 1_000; seconds++) {
            on(new HeadSeen(1, intake.tip().number()));
            on(new HeadSeen(2, intake.tip().number()));
            if (tick(1_000).stream().anyMatch(Switched.class::isInstance)) {
                return seconds;
            }
        }
        throw new AssertionError("never left");
    }

    /// Sources that lie, withhold and fail at random, but one, which is slow: all blocks arrive, in order.
    @Seeded(repeat = 30)
    void oneHonestSourceIsEnough(long seed) {
        Random random = new Random(seed);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            blocks.add(next());
        }
        List<BlockSource> sources = SourceTurns.of(List.of(0, 1, 2, 3), random.nextInt(4));
        BlockSource honest = sources.get(random.nextInt(sources.size()));
        BlockIntake subject = new BlockIntake(genesis, sources, TIMINGS);
        long time = 1;
        Follow following = null;
        long followedSince = 0;
        int accepted = 0;
        for (int step = 0; step < 200_000 && accepted < 30; step++) {
            List<IntakeEffect> effects = new ArrayList<>(subject.on(new Tick(time += 50)));
            if (random.nextInt(10) == 0) {
                effects.addAll(subject.on(new HeadSeen(random.nextInt(4), random.nextInt(60))));
            }
            effects.addAll(subject.on(new HeadSeen(honest.party(), 30)));
            boolean waking = following != null
                    && following.source().equals(honest)
                    && time - followedSince < (accepted * 37L) % 5_000;
            if (following != null && !waking && random.nextInt(4) == 0) {
                effects.addAll(subject.on(event(random, following, honest, blocks, accepted)));
            }
            for (IntakeEffect effect : effects) {
                switch (effect) {
                    case Follow follow -> {
                        following = follow;
                        followedSince = time;
                    }
                    case Accept accept -> {
                        assertThat(accept.block().block()).isEqualTo(blocks.get(accepted));
                        accepted++;
                    }
                    case Refused _, Switched _ -> {}
                }
            }
        }
        assertThat(accepted).isEqualTo(30);
    }

    private IntakeEvent event(Random random, Follow following, BlockSource honest, List<Block> blocks, int accepted) {
        if (following.source().equals(honest)) {
            return new Arrived(following.attempt(), blocks.get(accepted).encode());
        }
        return switch (random.nextInt(5)) {
            case 0 -> new Arrived(following.attempt(), network.newBytes(random.nextInt(50)));
            case 1 ->
                new Arrived(
                        following.attempt(),
                        blocks.get(random.nextInt(blocks.size())).encode());
            case 2 -> new Lost(following.attempt());
            case 3 -> new Arrived(following.attempt() - 1, blocks.get(accepted).encode());
            default -> new HeadSeen(following.source().party(), 1_000);
        };
    }
}
