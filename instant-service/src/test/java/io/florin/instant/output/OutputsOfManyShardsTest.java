package io.florin.instant.output;

import static io.florin.ledger.fixture.TestRail.made;
import static io.florin.ledger.fixture.TestRail.spent;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Alice's output is in shard 0, Bob's in shard 1, Carol's in shard 2 of one authority.
class OutputsOfManyShardsTest {
    private final TestRail rail = new TestRail(11, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Ed25519KeyPair carol = rail.newKey();
    private final OutputsUnderTest authority = new OutputsUnderTest(rail, 3);
    private OutputId ofAlice = new OutputId(Bytes32.ZERO, 0, 0);
    private OutputId ofBob = ofAlice;
    private OutputId ofCarol = ofAlice;

    @BeforeEach
    void eachHasAnOutput() {
        ofAlice = authority.deposit(0, alice, 100);
        ofBob = authority.deposit(1, bob, 100);
        ofCarol = authority.deposit(2, carol, 100);
    }

    @AfterEach
    void moneyIsConservedAndTheJournalsAreTheState() {
        assertThat(authority.unaccounted()).isZero();
        List<Bytes32> before = authority.hashes();
        authority.restart();
        assertThat(authority.hashes()).isEqualTo(before);
        authority.round();
        authority.round();
        assertThat(authority.unaccounted()).isZero();
    }

    private SignedOutputTransaction all() {
        return rail.transaction(
                List.of(spent(ofAlice, alice, 100), spent(ofBob, bob, 100), spent(ofCarol, carol, 100)),
                List.of(made(alice, 300)),
                alice,
                bob,
                carol);
    }

    private SignedOutputTransaction aliceAndBob() {
        return rail.transaction(
                List.of(spent(ofAlice, alice, 100), spent(ofBob, bob, 100)), List.of(made(alice, 200)), alice, bob);
    }

    private SignedOutputTransaction bobAndCarol() {
        return rail.transaction(
                List.of(spent(ofBob, bob, 100), spent(ofCarol, carol, 100)), List.of(made(carol, 200)), bob, carol);
    }

    private SignedOutputTransaction aliceAndCarol() {
        return rail.transaction(
                List.of(spent(ofAlice, alice, 100), spent(ofCarol, carol, 100)),
                List.of(made(carol, 200)),
                alice,
                carol);
    }

    private SignedOutputTransaction alone(OutputId id, Ed25519KeyPair owner) {
        return rail.transaction(List.of(spent(id, owner, 100)), List.of(made(owner, 100)), owner);
    }

    private static void assertRefused(OutputAnswer answer, RailRefusal reason) {
        assertThat(answer).isEqualTo(new OutputAnswer.Refused(reason));
    }

    // ---- all inputs or none

    @Test
    void theVoteLeavesWhenAllShardsHold() {
        SignedOutputTransaction all = all();
        long request = authority.begin(all);
        for (OutputId id : List.of(ofAlice, ofBob, ofCarol)) {
            assertThat(authority.answer(request)).isEmpty();
            authority.step(new Random(1));
            authority.view(id);
        }
        authority.settle();

        assertThat(authority.answer(request)).containsInstanceOf(OutputAnswer.Voted.class);
        for (OutputId id : List.of(ofAlice, ofBob, ofCarol)) {
            assertThat(authority.view(id).orElseThrow().heldFor()).contains(all.id());
        }
    }

    @Test
    void whatOneShardRefusesAllRelease() {
        SignedOutputTransaction carols = alone(ofCarol, carol);
        authority.ask(carols);
        assertRefused(authority.ask(all()), RailRefusal.OUTPUT_TAKEN);

        assertThat(authority.view(ofAlice).orElseThrow().heldFor()).isEmpty();
        assertThat(authority.view(ofBob).orElseThrow().heldFor()).isEmpty();
        assertThat(authority.view(ofCarol).orElseThrow().heldFor()).contains(carols.id());
        assertThat(authority.ask(aliceAndBob())).isInstanceOf(OutputAnswer.Voted.class);
    }

    @Test
    void whatWasRefusedMayBeAskedForAgain() {
        var later = new OutputId(authority.keyOf(2), 0, 0);
        SignedOutputTransaction transaction = rail.transaction(
                List.of(spent(ofAlice, alice, 100), spent(later, carol, 7)), List.of(made(bob, 107)), alice, carol);
        assertRefused(authority.ask(transaction), RailRefusal.OUTPUT_UNKNOWN);
        authority.on(2, new OutputEvent.DepositSeen(later.source(), TestRail.accountOf(carol), Amount.of(7)));

        assertThat(authority.ask(transaction)).isInstanceOf(OutputAnswer.Voted.class);
    }

    /// He asks both shards at once, each through the other transaction's coordinator.
    @Seeded
    void anOwnerWhoEquivocatesOverTwoShardsGetsOneVote(long seed) {
        Random random = new Random(seed);
        SignedOutputTransaction one = aliceAndBob();
        SignedOutputTransaction other = bobAndCarol();
        long first = authority.begin(one);
        long second = authority.begin(other);
        run(random);

        long votes = List.of(first, second).stream()
                .filter(request -> authority.answer(request).orElseThrow() instanceof OutputAnswer.Voted)
                .count();
        assertThat(votes).isEqualTo(1);
        assertThat(authority.view(ofBob).orElseThrow().heldFor()).isPresent();
    }

    @Seeded
    void crossingTransactionsThatWantEachOthersInputsNeverWaitInACircle(long seed) {
        Random random = new Random(seed);
        List<SignedOutputTransaction> crossing =
                new ArrayList<>(List.of(aliceAndBob(), bobAndCarol(), aliceAndCarol(), all()));
        Collections.shuffle(crossing, random);
        List<Long> requests = new ArrayList<>();
        for (SignedOutputTransaction each : crossing) {
            requests.add(authority.begin(each));
            if (random.nextBoolean()) {
                authority.step(random);
            }
        }
        run(random);

        long votes = requests.stream()
                .filter(request -> authority.answer(request).orElseThrow() instanceof OutputAnswer.Voted)
                .count();
        assertThat(votes).as("any two of them share an input").isEqualTo(1);
    }

    private void run(Random random) {
        for (int step = 0; step < 200; step++) {
            if (!authority.step(random)) {
                authority.round();
            }
            if (random.nextInt(10) == 0) {
                authority.round();
            }
        }
    }

    // ---- crashes

    @Test
    void whatACrashInterruptsGoesOn() {
        SignedOutputTransaction all = all();
        for (int steps = 0; steps < 6; steps++) {
            authority.begin(all);
            for (int step = 0; step < steps; step++) {
                authority.step(new Random(steps));
            }
            authority.restart();
            authority.round();
            assertThat(authority.unaccounted()).isZero();
        }
        authority.round();
        authority.round();

        assertThat(authority.ask(all)).isInstanceOf(OutputAnswer.Voted.class);
    }

    @Test
    void aShardThatHeldForgetsNothing() {
        SignedOutputTransaction one = aliceAndBob();
        authority.begin(one);
        authority.step(new Random(1)); // Bob's shard holds, its answer is lost
        authority.restart();
        assertRefused(authority.ask(alone(ofBob, bob)), RailRefusal.OUTPUT_TAKEN);
        authority.round();
        authority.round();

        assertThat(authority.ask(one)).isInstanceOf(OutputAnswer.Voted.class);
    }

    // ---- execution

    @Test
    void effectsLeaveWhenEveryShardHasSpentItsInputs() {
        OutputCertificate certificate = rail.certify(all());
        long request = authority.beginConfirmation(certificate);
        assertThat(authority.answer(request)).isEmpty();
        assertThat(authority.on(0, new OutputEvent.WindowDue())).noneMatch(OutputEffect.Publish.class::isInstance);
        authority.settle();

        assertThat(authority.answer(request)).containsInstanceOf(OutputAnswer.Executed.class);
        for (OutputId id : List.of(ofAlice, ofBob, ofCarol)) {
            assertThat(authority.view(id).orElseThrow().spentBy()).contains(certificate.id());
        }
        assertThat(authority.on(0, new OutputEvent.WindowDue())).anyMatch(OutputEffect.Publish.class::isInstance);
    }

    @Test
    void whatIsMadeInAnotherShardBecomesFinalThere() {
        SignedOutputTransaction all = all();
        authority.confirm(rail.certify(all));
        assertThat(authority.spendable(alice)).isZero();
        authority.windowsOf(all, 2, 3);

        assertThat(authority.spendable(alice)).isEqualTo(300);
    }

    @Test
    void aFileForAnotherShardTravelsWithTheHold() {
        SignedOutputTransaction first = alone(ofCarol, carol);
        OutputId made = first.transaction().made(0);
        SignedOutputTransaction second = rail.transaction(
                List.of(spent(ofAlice, alice, 100), spent(made, carol, 100), spent(ofBob, bob, 100)),
                List.of(made(bob, 300)),
                alice,
                carol,
                bob);

        assertThat(authority.ask(second)).isInstanceOf(OutputAnswer.Refused.class);
        assertThat(authority.ask(second, rail.finish(first))).isInstanceOf(OutputAnswer.Voted.class);
        assertThat(authority.view(ofCarol).orElseThrow().spentBy()).contains(first.id());
    }

    @Test
    void aCertificateOverridesWhatIsHeld() {
        SignedOutputTransaction all = all();
        long request = authority.begin(all);
        authority.confirm(rail.certify(alone(ofAlice, alice)));
        authority.settle();

        assertThat(authority.answer(request)).contains(new OutputAnswer.Refused(RailRefusal.OUTPUT_SPENT));
        assertThat(authority.ask(bobAndCarol())).isInstanceOf(OutputAnswer.Voted.class);
    }

    @Test
    void aTransactionThatIsExecutedWhileItGathersVotesIsExecuted() {
        SignedOutputTransaction all = all();
        long vote = authority.begin(all);
        authority.step(new Random(1));
        long confirmation = authority.beginConfirmation(rail.certify(all));
        authority.settle();

        assertThat(authority.answer(vote)).containsInstanceOf(OutputAnswer.Executed.class);
        assertThat(authority.answer(confirmation)).isEqualTo(authority.answer(vote));
    }

    @Test
    void anOrderThatExpiresWhileItGathersGetsNoVote() {
        SignedOutputTransaction all = all();
        long request = authority.begin(all);
        authority.on(0, new OutputEvent.HeightReached(51));
        authority.settle();

        assertThat(authority.answer(request)).contains(new OutputAnswer.Refused(RailRefusal.EXPIRED));
        assertThat(authority.view(ofBob).orElseThrow().heldFor()).isEmpty();
    }

    // ---- notices

    @Test
    void aShardCannotMakeAnotherOneMintOrSpend() {
        SignedOutputTransaction all = all();
        OutputCertificate proven = rail.certify(all);
        OutputCertificate unproven =
                new OutputCertificate(all, rail.certify(alone(ofAlice, alice)).votes());
        int maker = authority.place(0).shardOf(all.id());
        int other = (maker + 1) % 3;

        assertNotTaken(1, 0, new OutputNotice.Spend(unproven));
        assertNotTaken(1, 2, new OutputNotice.Spend(proven)); // that shard does not coordinate it
        assertNotTaken(maker, 0, new OutputNotice.Made(unproven));
        assertNotTaken(other, 0, new OutputNotice.Made(proven));
        assertNotTaken(maker, 0, new OutputNotice.Final(all.id()));
        assertNotTaken(1, 2, new OutputNotice.Hold(all, List.of()));
        assertNotTaken(1, 2, new OutputNotice.Release(all.transaction()));
    }

    private void assertNotTaken(int shard, int fromShard, OutputNotice notice) {
        int records = authority.journal(shard).size();
        List<OutputEffect> effects =
                authority.on(shard, new OutputEvent.NoticeArrived(fromShard, new NumberedNotice<>(1, notice)));
        assertThat(effects).hasOnlyElementsOfType(OutputEffect.Evidence.class).hasSize(1);
        assertThat(authority.journal(shard)).hasSize(records);
    }

    @Test
    void whatIsAcknowledgedAgainIsNotRecordedAgain() {
        authority.ask(aliceAndBob());
        int records = authority.journal(0).size();
        authority.on(0, new OutputEvent.NoticesAcknowledged(1, 1));
        authority.on(0, new OutputEvent.NoticesAcknowledged(1, 0));

        assertThat(authority.journal(0)).hasSize(records);
    }

    @Test
    void transactionsOfAnotherShardAreRefused() {
        List<OutputEffect> effects = authority.on(1, new OutputEvent.VoteAsked(5, new OutputRequest(all(), List.of())));

        assertThat(effects)
                .containsExactly(new OutputEffect.Answer(5, new OutputAnswer.Refused(RailRefusal.WRONG_SHARD)));
    }
}
