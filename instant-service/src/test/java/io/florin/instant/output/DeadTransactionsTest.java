package io.florin.instant.output;

import static io.florin.ledger.fixture.TestRail.made;
import static io.florin.ledger.fixture.TestRail.spent;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.testkit.Seeded;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Alice and Mallory sign a joint transaction, and Mallory signs another one of his output, which gets the certificate.
/// Alice did nothing wrong: her output is hers again.
class DeadTransactionsTest {
    private final TestRail rail = new TestRail(17, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair mallory = rail.newKey();

    private SignedOutputTransaction joint(OutputId ofAlice, OutputId ofMallory) {
        return rail.transaction(
                List.of(spent(ofAlice, alice, 100), spent(ofMallory, mallory, 100)),
                List.of(made(alice, 200)),
                alice,
                mallory);
    }

    private SignedOutputTransaction alone(OutputId id, Ed25519KeyPair owner) {
        return rail.transaction(List.of(spent(id, owner, 100)), List.of(made(owner, 100)), owner);
    }

    private void assertFree(OutputsUnderTest authority, OutputId id, SignedOutputTransaction dead) {
        SignedOutputTransaction hers = alone(id, alice);
        assertThat(authority.ask(hers)).isInstanceOf(OutputAnswer.Voted.class);
        assertThat(authority.ask(dead)).isInstanceOf(OutputAnswer.Refused.class);
        assertThat(authority.ask(alone(id, alice))).isEqualTo(new OutputAnswer.Refused(RailRefusal.OUTPUT_TAKEN));
        assertThat(authority.unaccounted()).isZero();
        List<Bytes32> before = authority.hashes();
        authority.restart();
        assertThat(authority.hashes()).isEqualTo(before);
        assertThat(authority.ask(hers)).isInstanceOf(OutputAnswer.Voted.class);
    }

    /// Whose shard coordinates the joint one, and whether both outputs are in one shard.
    @ParameterizedTest
    @ValueSource(strings = {"0 0", "0 1", "1 0"})
    void whatWasVotedForIsReleased(String shards) {
        var authority = new OutputsUnderTest(rail, 2);
        OutputId ofAlice = authority.deposit(shards.charAt(0) - '0', alice, 100);
        OutputId ofMallory = authority.deposit(shards.charAt(2) - '0', mallory, 100);
        SignedOutputTransaction joint = joint(ofAlice, ofMallory);
        assertThat(authority.ask(joint)).isInstanceOf(OutputAnswer.Voted.class);
        authority.restart();
        authority.confirm(rail.certify(alone(ofMallory, mallory)));

        assertFree(authority, ofAlice, joint);
    }

    @Test
    void whereVotesAreFinalToo() {
        TestRail byVotes = TestRail.finalByVotes(17, 4);
        var authority = new OutputsUnderTest(byVotes, 1);
        OutputId ofAlice = authority.deposit(0, alice, 100);
        OutputId ofMallory = authority.deposit(0, mallory, 100);
        authority.ask(byVotes.transaction(
                List.of(spent(ofAlice, alice, 100), spent(ofMallory, mallory, 100)),
                List.of(made(alice, 200)),
                alice,
                mallory));
        authority.confirm(byVotes.certify(
                byVotes.transaction(List.of(spent(ofMallory, mallory, 100)), List.of(made(mallory, 100)), mallory)));

        assertThat(authority.ask(
                        byVotes.transaction(List.of(spent(ofAlice, alice, 100)), List.of(made(alice, 100)), alice)))
                .isInstanceOf(OutputAnswer.Voted.class);
    }

    /// Mallory's other transaction has an input in a third shard, which coordinates it: his output is spent by its
    /// notice, before and after the joint one is held for, at any moment.
    @Seeded
    void howeverItsHoldAndTheOthersSpendCross(long seed) {
        Random random = new Random(seed);
        var authority = new OutputsUnderTest(rail, 3);
        OutputId ofAlice = authority.deposit(random.nextInt(3), alice, 100);
        OutputId ofMallory = authority.deposit(random.nextInt(3), mallory, 100);
        OutputId another = authority.deposit(random.nextInt(3), mallory, 100);
        SignedOutputTransaction joint = joint(ofAlice, ofMallory);
        SignedOutputTransaction other = rail.transaction(
                List.of(spent(ofMallory, mallory, 100), spent(another, mallory, 100)),
                List.of(made(mallory, 200)),
                mallory);
        int begin = random.nextInt(6);
        int confirm = random.nextInt(6);
        long request = 0;
        for (int step = 0; step < 6; step++) {
            if (step == begin) {
                request = authority.begin(joint);
            }
            if (step == confirm) {
                authority.beginConfirmation(rail.certify(other));
            }
            if (random.nextInt(8) == 0) {
                authority.restart();
                authority.round();
            }
            authority.step(random);
        }
        for (int round = 0; round < 5; round++) {
            authority.round();
        }

        assertThat(authority.view(ofMallory).orElseThrow().spentBy()).contains(other.id());
        assertThat(request).isPositive();
        assertFree(authority, ofAlice, joint);
    }

    /// The shard of Mallory's output holds, and spends it while the coordinator waits for a third shard.
    @Test
    void oneThatStillGathersGetsNoVoteAndHoldsNothing() {
        var authority = new OutputsUnderTest(rail, 3);
        OutputId first = authority.deposit(0, alice, 100);
        OutputId ofMallory = authority.deposit(1, mallory, 100);
        OutputId last = authority.deposit(2, alice, 100);
        SignedOutputTransaction joint = rail.transaction(
                List.of(spent(first, alice, 100), spent(ofMallory, mallory, 100), spent(last, alice, 100)),
                List.of(made(alice, 300)),
                alice,
                mallory);
        long request = authority.begin(joint);
        for (int arrived = 0; arrived < 3; arrived++) { // the hold, its answer and its acknowledgement
            authority.step(() -> 0L);
        }
        assertThat(authority.view(ofMallory).orElseThrow().heldFor()).contains(joint.id());
        authority.confirm(rail.certify(alone(ofMallory, mallory)));

        assertThat(authority.answer(request)).contains(new OutputAnswer.Refused(RailRefusal.OUTPUT_SPENT));
        assertFree(authority, first, joint);
        assertThat(authority.ask(alone(last, alice))).isInstanceOf(OutputAnswer.Voted.class);
    }

    // ---- proof

    /// What frees an output lets this authority vote on it again, so one shard's word is not enough.
    @Test
    void aShardCannotMakeAnotherOneVoteTwice() {
        var authority = new OutputsUnderTest(rail, 2);
        OutputId ofAlice = authority.deposit(0, alice, 100);
        OutputId ofMallory = authority.deposit(1, mallory, 100);
        SignedOutputTransaction joint = joint(ofAlice, ofMallory);
        authority.ask(joint);
        SignedOutputTransaction other = alone(ofMallory, mallory);
        OutputCertificate elsewhere = rail.certify(alone(new OutputId(rail.newBytes(), 0, 0), mallory));
        long number = authority.shard(0).takenNotices(1) + 1;

        for (OutputCertificate instead :
                List.of(new OutputCertificate(other, elsewhere.votes()), elsewhere, rail.certify(joint))) {
            int records = authority.journal(0).size();
            List<OutputEffect> effects = authority.on(
                    0,
                    new OutputEvent.NoticeArrived(
                            1, new NumberedNotice<>(number, new OutputNotice.Dead(joint.id(), instead))));
            assertThat(effects)
                    .hasOnlyElementsOfType(OutputEffect.Evidence.class)
                    .hasSize(1);
            assertThat(authority.journal(0)).hasSize(records);
        }
        assertThat(authority.ask(joint)).isInstanceOf(OutputAnswer.Voted.class);
        assertThat(Stream.of(ofAlice, ofMallory)
                        .map(id -> authority.view(id).orElseThrow().heldFor()))
                .allMatch(held -> held.filter(joint.id()::equals).isPresent());
    }
}
