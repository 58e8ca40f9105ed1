package io.florin.ordering.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The one test that money hangs on: whatever crashes, one certified header for each height, and progress with a quorum.
class QuorumChainSimulationTest {
    private static final List<Integer> EVERYBODY = List.of(0, 1, 2, 3);

    @Test
    void growsOnASunnyDay() {
        ChainSimulation simulation = new ChainSimulation(new Random(1));
        simulation.start(EVERYBODY);

        simulation.expectProgress(20, 60);

        assertThat(simulation.evidence).isEmpty();
        assertThat(simulation.party(0).guard.openedRound()).isEqualTo(1);
        assertSameChains(simulation);
    }

    @Test
    void goesOnWithOneDeadStopsWithTwoAndResumesWhenOneReturns() {
        ChainSimulation simulation = new ChainSimulation(new Random(2));
        simulation.start(EVERYBODY);
        simulation.expectProgress(3, 60);

        simulation.party(1).crash();
        simulation.expectProgress(5, 60);

        simulation.party(2).crash();
        simulation.drain();
        long height = simulation.party(0).height();
        for (int beat = 0; beat < 100; beat++) {
            simulation.decideSomewhere();
            simulation.beat();
        }
        assertThat(simulation.party(0).height()).isEqualTo(height);

        simulation.party(1).start();
        simulation.expectProgress(5, 200);
        simulation.party(2).start();
        simulation.expectProgress(5, 200);
        assertSameChains(simulation);
    }

    /// Every split of signers in the first round, every set of survivors, then every split in the second round and
    /// every set of survivors again; signatures lost or delivered before the crash.
    @Test
    void survivesEverySplitOfSignersInTwoRoundsInARow() {
        int runs = 0;
        for (int signers = 0; signers < 16; signers++) {
            for (List<Integer> alive : quorums()) {
                for (int signersAgain = 0; signersAgain < 16; signersAgain++) {
                    for (List<Integer> aliveAgain : quorums()) {
                        ChainSimulation simulation = new ChainSimulation(new Random(runs));
                        cutOff(simulation, EVERYBODY, signers, runs % 3 == 0);
                        cutOff(simulation, alive, signersAgain, runs % 5 == 0);
                        recover(simulation, aliveAgain);
                        runs++;
                    }
                }
            }
        }
        assertThat(runs).isEqualTo(16 * 5 * 16 * 5);
    }

    @Seeded(repeat = 300)
    void survivesLongSequencesOfSplits(long seed) {
        Random random = new Random(seed);
        ChainSimulation simulation = new ChainSimulation(random);
        int lives = 3 + random.nextInt(5);
        for (int life = 0; life < lives; life++) {
            List<Integer> alive = quorums().get(random.nextInt(5));
            cutOff(simulation, alive, random.nextInt(16), random.nextBoolean());
        }
        recover(simulation, quorums().get(random.nextInt(5)));
    }

    /// The group dies right before the n-th effect of one party, for every n of the way from a cold start to the third
    /// block; the others stop a moment later, wherever they are.
    @Test
    void survivesACrashBeforeEveryEffect() {
        for (int party = 0; party < 4; party++) {
            for (int step = 0; step < 120; step++) {
                for (int delay : new int[] {0, 7, 40}) {
                    crashBeforeEffect(party, step, delay);
                }
            }
        }
    }

    private static void crashBeforeEffect(int victim, int step, int delay) {
        ChainSimulation simulation = new ChainSimulation(new Random(victim * 1000L + step));
        int[] left = {step};
        simulation.survives = (id, effect) -> id != victim || left[0]-- > 0;
        simulation.start(EVERYBODY);
        for (int beat = 0; beat < 40 && simulation.party(victim).isUp(); beat++) {
            simulation.decideSomewhere();
            simulation.beat();
        }
        for (int i = 0; i < delay; i++) {
            simulation.decideSomewhere();
            simulation.step();
        }
        simulation.survives = (id, effect) -> true;
        simulation.crashAll();
        recover(simulation, quorums().get(1 + step % 4));
    }

    @Seeded(repeat = 400)
    void survivesChaos(long seed) {
        Random random = new Random(seed);
        ChainSimulation simulation = new ChainSimulation(random);
        simulation.start(EVERYBODY);
        chaos(simulation, random);
        simulation.survives = (id, effect) -> true;
        simulation.connected = (from, to) -> true;
        List<Integer> alive = quorums().get(random.nextInt(5));
        for (int id : EVERYBODY) {
            if (!alive.contains(id)) {
                simulation.party(id).crash();
            } else if (!simulation.party(id).isUp()) {
                simulation.party(id).start();
            }
        }
        simulation.expectProgress(3, 400);
        returnEverybody(simulation);
    }

    /// A library that gives different members different contents must end in a halt or in one chain, never in two.
    @Seeded(repeat = 300)
    void equivocationBelowNeverForks(long seed) {
        Random random = new Random(seed);
        ChainSimulation simulation = new ChainSimulation(random);
        simulation.start(EVERYBODY);
        simulation.expectProgress(2, 60);
        for (int id : EVERYBODY) {
            if (random.nextBoolean()) {
                simulation.splitParties.add(id);
            }
        }
        for (int event = 0; event < 400; event++) {
            for (long round = 1; round < 12; round++) {
                ChainSimulation.Group group = simulation.group(round);
                if (group.canDecide() && random.nextInt(10) == 0) {
                    group.splits.put(group.decided.size(), simulation.freshEntry());
                    group.decide(simulation.freshEntry());
                }
            }
            happen(simulation, random, 40);
        }
    }

    private static void chaos(ChainSimulation simulation, Random random) {
        int crashRate = 20 + random.nextInt(400);
        for (int event = 0; event < 600; event++) {
            if (random.nextInt(4) == 0) {
                simulation.decideSomewhere();
            }
            if (random.nextInt(50) == 0) {
                int cut = random.nextInt(6);
                simulation.connected = (from, to) -> cut > 3 || from != cut && to != cut;
            }
            if (random.nextInt(30) == 0) {
                int rate = crashRate;
                simulation.survives = (id, effect) -> random.nextInt(rate) != 0;
            }
            if (random.nextInt(200) == 0) {
                simulation.crashAll();
            }
            happen(simulation, random, 15);
        }
    }

    private static void happen(ChainSimulation simulation, Random random, int beatEvery) {
        int what = random.nextInt(beatEvery);
        if (what == 0) {
            simulation.now += 500;
            simulation.parties().forEach(party -> party.on(new ChainEvent.Tick(simulation.now)));
        } else if (what == 1) {
            simulation.disturb();
        } else if (what == 2) {
            simulation.parties().stream()
                    .filter(party -> !party.isUp())
                    .findAny()
                    .ifPresent(ChainSimulation.Party::start);
        } else {
            for (int i = 0; i < 5; i++) {
                EVERYBODY.forEach(id -> {});
                simulation.step();
            }
        }
        for (long round = 1; round < 40; round++) {
            simulation.group(round).settle();
        }
    }

    /// Runs until the next height is decided; lets exactly these signers vote and everybody else crash at the vote.
    private static void cutOff(ChainSimulation simulation, List<Integer> alive, int signers, boolean delivered) {
        simulation.start(alive);
        List<Integer> voted = new ArrayList<>();
        boolean[] armed = {false};
        simulation.survives = (id, effect) -> {
            boolean vote = effect instanceof ChainEffect.Persist persist
                    && persist.record() instanceof GuardRecord.Voted;
            if (!armed[0] && !vote) {
                return true;
            }
            armed[0] = true;
            if (vote && (signers & (1 << id)) == 0) {
                return false;
            }
            if (vote) {
                voted.add(id);
            }
            return true;
        };
        simulation.connected = (from, to) -> delivered || !voted.contains(from);
        for (int beat = 0; beat < 80 && simulation.parties().stream().anyMatch(p -> p.isUp()); beat++) {
            if (!armed[0]) {
                simulation.decideSomewhere();
            }
            simulation.beat();
            if (armed[0] && beat % 3 == 2) {
                break;
            }
        }
        simulation.survives = (id, effect) -> true;
        simulation.connected = (from, to) -> true;
        simulation.crashAll();
    }

    private static void recover(ChainSimulation simulation, List<Integer> alive) {
        simulation.start(alive);
        simulation.expectProgress(2, 200);
        returnEverybody(simulation);
    }

    private static void returnEverybody(ChainSimulation simulation) {
        EVERYBODY.stream()
                .filter(id -> !simulation.party(id).isUp())
                .forEach(id -> simulation.party(id).start());
        simulation.expectProgress(2, 400);
        assertSameChains(simulation);
    }

    private static void assertSameChains(ChainSimulation simulation) {
        for (int beat = 0; beat < 40 && !equalHeights(simulation); beat++) {
            simulation.beat();
        }
        List<?> first = contents(simulation, 0);
        for (int id = 1; id < 4; id++) {
            assertThat(contents(simulation, id)).as(simulation.describe()).isEqualTo(first);
        }
    }

    private static boolean equalHeights(ChainSimulation simulation) {
        return simulation.parties().stream()
                        .map(ChainSimulation.Party::height)
                        .distinct()
                        .count()
                == 1;
    }

    private static List<?> contents(ChainSimulation simulation, int id) {
        return simulation.party(id).blocks.stream()
                .map(block -> List.of(block.header(), block.entries()))
                .toList();
    }

    /// All four, and every three of them.
    private static List<List<Integer>> quorums() {
        return List.of(EVERYBODY, List.of(0, 1, 2), List.of(0, 1, 3), List.of(0, 2, 3), List.of(1, 2, 3));
    }
}
