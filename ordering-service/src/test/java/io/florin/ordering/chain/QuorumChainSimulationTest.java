package io.florin.ordering.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The one test that money hangs on: whatever crashes, one certified header for each height, and progress with a
/// quorum.
class QuorumChainSimulationTest {
    private static final List<Integer> EVERYBODY = List.of(0, 1, 2, 3);
    private static final List<String> KINDS =
            List.of("HeaderSignature", "Report", "Proposal", "NewViewVote", "Opened", "Acceptance", "Body");

    @Test
    void growsOnASunnyDay() {
        ChainSimulation simulation = new ChainSimulation(new Random(1));
        simulation.start(EVERYBODY);

        simulation.expectProgress(20, 60);

        assertThat(simulation.evidence).isEmpty();
        assertThat(simulation.party(0).votes.openedView()).isEqualTo(1);
        assertThat(simulation.party(0).core.orElseThrow().status().workingPeers())
                .containsExactly(1, 2, 3);
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
        assertThat(simulation.party(0).core.orElseThrow().status().workingPeers())
                .containsExactly(3);

        simulation.party(1).start();
        simulation.expectProgress(5, 200);
        simulation.party(2).start();
        simulation.expectProgress(5, 200);
        assertSameChains(simulation);
    }

    /// Every split of signers in the first life, every set of survivors, splits of the second life; signatures lost
    /// or delivered before the crash.
    @Test
    void survivesEverySplitOfSignersInTwoViewsInARow() {
        int runs = 0;
        for (int signers = 0; signers < 16; signers++) {
            for (List<Integer> alive : quorums()) {
                for (int pick = 0; pick < 4; pick++) {
                    int signersAgain = (signers * 7 + runs * 3 + pick * 5) % 16;
                    ChainSimulation simulation = new ChainSimulation(new Random(runs));
                    cutOff(simulation, EVERYBODY, signers, runs % 3 == 0);
                    cutOff(simulation, alive, signersAgain, runs % 7 == 0);
                    recover(simulation, quorums().get((signers + signersAgain + runs) % 5));
                    runs++;
                }
            }
        }
        assertThat(runs).isEqualTo(16 * 5 * 4);
    }

    /// Lives in which some kinds of messages never arrive between some parties and some parties crash as they vote, so
    /// that views are opened, left half done and overtaken: signatures of different views must never add up.
    @Seeded(repeat = 60)
    void survivesViewsLeftHalfDone(long seed) {
        Random random = new Random(seed);
        ChainSimulation simulation = new ChainSimulation(random);
        int lives = 4 + random.nextInt(10);
        for (int life = 0; life < lives; life++) {
            Set<String> lost = new HashSet<>();
            for (String kind : KINDS) {
                for (int pair = 0; pair < 16 && random.nextInt(3) == 0; pair++) {
                    lost.add(kind + random.nextInt(4) + random.nextInt(4));
                }
            }
            simulation.lost =
                    (from, to, message) -> lost.contains(message.getClass().getSimpleName() + from + to);
            int crashing = random.nextBoolean() ? random.nextInt(16) : 0;
            simulation.survives = (id, effect) -> !isVote(effect) || (crashing & (1 << id)) == 0;
            simulation.start(quorums().get(random.nextInt(5)));
            int beats = 8 + random.nextInt(40);
            for (int beat = 0; beat < beats; beat++) {
                if (random.nextInt(3) == 0) {
                    simulation.decideSomewhere();
                }
                simulation.beat();
            }
            simulation.crashAll();
        }
        simulation.lost = (from, to, message) -> false;
        simulation.survives = (id, effect) -> true;
        recover(simulation, quorums().get(random.nextInt(5)));
    }

    /// Signatures of different views must not add up to a certificate. Header X1 is signed by party 0 alone, X2 by
    /// party 1 alone; then X1 and X2 take turns in being offered again, each time reaching one more party.
    @Test
    void signaturesOfDifferentViewsDoNotAddUp() {
        ChainSimulation simulation = new ChainSimulation(new Random(6));
        cutOff(simulation, EVERYBODY, 0b0001, false);
        cutOff(simulation, List.of(1, 2, 3), 0b0010, false);
        cutOff(simulation, List.of(0, 2, 3), 0b0100, false);
        cutOff(simulation, List.of(0, 1, 3), 0b0001, false);
        cutOff(simulation, List.of(1, 2, 3), 0b1000, false);
        assertThat(simulation.parties())
                .extracting(party -> party.votes.vote().orElseThrow().view())
                .as("the lives left votes of four views")
                .doesNotHaveDuplicates();
        recover(simulation, List.of(0, 1, 2));
    }

    @Seeded(repeat = 120)
    void survivesLongSequencesOfSplits(long seed) {
        Random random = new Random(seed);
        ChainSimulation simulation = new ChainSimulation(random);
        int lives = 3 + random.nextInt(6);
        boolean lonely = random.nextBoolean();
        for (int life = 0; life < lives; life++) {
            List<Integer> alive = quorums().get(random.nextInt(5));
            int signers = lonely ? 1 << random.nextInt(4) : random.nextInt(16);
            cutOff(simulation, alive, signers, random.nextBoolean());
        }
        recover(simulation, quorums().get(random.nextInt(5)));
    }

    /// The group dies right before the n-th effect of one party, for every n of the way from a cold start to the third
    /// block; the others stop a moment later, wherever they are.
    @Test
    void survivesACrashBeforeEveryEffect() {
        for (int party = 0; party < 4; party++) {
            for (int step = 0; step < 120; step++) {
                crashBeforeEffect(party, step, step % 3 * 15);
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

    @Seeded(repeat = 100)
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
    @Seeded(repeat = 100)
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
            if (random.nextInt(20) == 0) {
                int id = random.nextInt(4);
                simulation.party(id).crash();
                if (!simulation.splitParties.remove(id)) {
                    simulation.splitParties.add(id);
                }
            }
            for (ChainSimulation.Group group : simulation.livingGroups()) {
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
                simulation.step();
            }
        }
        simulation.settle();
    }

    /// Runs until the next height is decided; lets exactly these signers vote and everybody else crash at the vote.
    /// Where a header is offered again, those who are to crash never learn that the view is open: they still give away
    /// the entries, and the next life begins with a new view.
    private static void cutOff(ChainSimulation simulation, List<Integer> alive, int signers, boolean delivered) {
        simulation.start(alive);
        List<Integer> voted = new ArrayList<>();
        boolean[] armed = {false};
        simulation.survives = (id, effect) -> {
            boolean vote = isVote(effect);
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
        long wanted = alive.stream().filter(id -> (signers & (1 << id)) != 0).count();
        simulation.held = (to, message) -> (signers & (1 << to)) == 0 && forces(message);
        for (int beat = 0; beat < 40 && simulation.parties().stream().anyMatch(p -> p.isUp()); beat++) {
            if (!armed[0]) {
                simulation.decideSomewhere();
            }
            simulation.beat();
            if (voted.size() >= wanted && armed[0] && beat % 3 == 2) {
                break;
            }
        }
        simulation.held = (to, message) -> false;
        simulation.survives = (id, effect) -> true;
        simulation.connected = (from, to) -> true;
        simulation.crashAll();
    }

    private static boolean isVote(ChainEffect effect) {
        return effect instanceof ChainEffect.Persist persist && persist.record() instanceof VoteRecord.Voted;
    }

    private static boolean forces(ChainMessage message) {
        return switch (message) {
            case ChainMessage.NewViewVote vote -> vote.newView().forced().isPresent();
            case ChainMessage.Opened opened ->
                opened.certificate().newView().forced().isPresent();
            default -> false;
        };
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
