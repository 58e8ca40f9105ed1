package io.florin.instant.output;

import static io.florin.ledger.fixture.TestRail.leaving;
import static io.florin.ledger.fixture.TestRail.made;
import static io.florin.ledger.fixture.TestRail.spent;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.ledger.rail.SpentOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One shard has all outputs: Alice pays Bob 700 of her 1000.
class OutputShardTest {
    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Ed25519KeyPair mallory = rail.newKey();
    private final OutputsUnderTest authority = new OutputsUnderTest(rail, 1);
    private OutputId deposit = new OutputId(Bytes32.ZERO, 0, 0);
    private SignedOutputTransaction toBob = toBob(deposit);
    private SignedOutputTransaction toMallory = toBob;

    @BeforeEach
    void aliceHasAnOutput() {
        deposit = authority.deposit(0, alice, 1_000);
        toBob = toBob(deposit);
        toMallory = rail.transaction(List.of(spent(deposit, alice, 1_000)), List.of(made(mallory, 1_000)), alice);
    }

    private SignedOutputTransaction toBob(OutputId id) {
        return rail.transaction(List.of(spent(id, alice, 1_000)), List.of(made(bob, 700), made(alice, 300)), alice);
    }

    @AfterEach
    void moneyIsConservedAndTheJournalIsTheState() {
        assertThat(authority.unaccounted()).isZero();
        List<Bytes32> before = authority.hashes();
        authority.restart();
        assertThat(authority.hashes()).isEqualTo(before);
    }

    private static void assertRefused(OutputAnswer answer, RailRefusal reason) {
        assertThat(answer).isEqualTo(new OutputAnswer.Refused(reason));
    }

    private void assertVoted(OutputAnswer answer, SignedOutputTransaction transaction) {
        assertThat(answer).isInstanceOfSatisfying(OutputAnswer.Voted.class, voted -> {
            assertThat(voted.vote().orderId()).isEqualTo(transaction.id());
            assertThat(voted.vote().isAuthentic(rail.scope(), rail.verifier())).isTrue();
        });
    }

    // ---- votes

    @Test
    void nothingLeavesBeforeItsRecordIsOnTheDisk() {
        int onDisk = authority.journal(0).size();
        List<OutputRecord> records =
                authority.shard(0).on(new OutputEvent.VoteAsked(1, new OutputRequest(toBob, List.of())));
        authority.journal(0).addAll(records);

        assertThat(records).hasSize(1);
        assertThat(authority.shard(0).synced(onDisk)).isEmpty();
        assertThat(authority.shard(0).synced(onDisk + 1L)).hasSize(1);
    }

    /// In ACCEPT's own code a repeat is a double spend, and the money is stuck.
    @Test
    void aRepeatGetsTheSameVoteAlsoAfterARestartAndPastItsExpiry() {
        OutputAnswer vote = authority.ask(toBob);
        assertVoted(vote, toBob);
        authority.restart();
        authority.on(0, new OutputEvent.HeightReached(51));

        assertThat(authority.ask(toBob)).isEqualTo(vote);
    }

    @Test
    void aCrashAfterTheVotesRecordAndBeforeItsAnswerChangesNoVote() {
        authority.journal(0).addAll(authority.shard(0).on(vote(toBob)));
        authority.restart(); // the record is on the disk, the answer never left

        assertRefused(authority.ask(toMallory), RailRefusal.OUTPUT_TAKEN);
        assertVoted(authority.ask(toBob), toBob);
    }

    private static OutputEvent vote(SignedOutputTransaction transaction) {
        return new OutputEvent.VoteAsked(1, new OutputRequest(transaction, List.of()));
    }

    @Test
    void anOwnerWhoSignsTwoTransactionsOfOneOutputGetsOneVote() {
        assertVoted(authority.ask(toBob), toBob);

        assertRefused(authority.ask(toMallory), RailRefusal.OUTPUT_TAKEN);
        authority.restart();
        assertRefused(authority.ask(toMallory), RailRefusal.OUTPUT_TAKEN);
    }

    @Test
    void nobodySpendsWhatIsAnothers() {
        var stolen = rail.transaction(List.of(spent(deposit, mallory, 1_000)), List.of(made(mallory, 1_000)), mallory);

        assertRefused(authority.ask(stolen), RailRefusal.OUTPUT_ALTERED);
        var forged = new SignedOutputTransaction(toMallory.transaction(), stolen.signatures());
        assertRefused(authority.ask(forged), RailRefusal.BAD_OWNER_SIGNATURE);
    }

    /// What an input is worth is the output's, whatever is signed.
    @Test
    void alteredAmountsMakeNoMoney() {
        var more = rail.transaction(List.of(spent(deposit, alice, 1_001)), List.of(made(alice, 1_001)), alice);
        var huge = rail.transaction(
                List.of(spent(deposit, alice, Long.MAX_VALUE)), List.of(made(alice, Long.MAX_VALUE)), alice);

        assertRefused(authority.ask(more), RailRefusal.OUTPUT_ALTERED);
        assertRefused(authority.ask(huge), RailRefusal.OUTPUT_ALTERED);
    }

    @Test
    void whatIsNotThereIsNotSpent() {
        var otherNumber = new OutputId(deposit.source(), 0, 1);
        var otherIndex = new OutputId(deposit.source(), 1, 0);

        assertRefused(authority.ask(toBob(otherNumber)), RailRefusal.OUTPUT_UNKNOWN);
        assertRefused(authority.ask(toBob(otherIndex)), RailRefusal.OUTPUT_UNKNOWN);
    }

    @Test
    void whatExpiredOrLiesTooFarAheadGetsNoVote() {
        authority.on(0, new OutputEvent.HeightReached(51));
        assertRefused(authority.ask(toBob), RailRefusal.EXPIRED);
        var far = new OutputTransaction(
                rail.scope(),
                toBob.transaction().inputs(),
                toBob.transaction().outputs(),
                51 + TestRail.EXPIRY_BLOCKS_MAX + 1,
                Bytes32.ZERO);

        assertRefused(authority.ask(SignedOutputTransaction.sign(far, List.of(alice))), RailRefusal.EXPIRY_TOO_FAR);
    }

    @Test
    void noOwnerOfASuspendedAccountGetsAVote() {
        OutputId bobs = authority.deposit(0, bob, 5);
        var joint = rail.transaction(
                List.of(spent(deposit, alice, 1_000), spent(bobs, bob, 5)), List.of(made(bob, 1_005)), alice, bob);
        authority.on(0, new OutputEvent.StandingChanged(TestRail.accountOf(bob), true));
        assertRefused(authority.ask(joint), RailRefusal.SENDER_SUSPENDED);
        authority.on(0, new OutputEvent.StandingChanged(TestRail.accountOf(bob), false));

        assertVoted(authority.ask(joint), joint);
    }

    @Test
    void allInputsGetTheVoteOrNone() {
        OutputId other = authority.deposit(0, alice, 5);
        assertVoted(authority.ask(toBob), toBob);
        var both = rail.transaction(
                List.of(spent(deposit, alice, 1_000), spent(other, alice, 5)), List.of(made(bob, 1_005)), alice);
        assertRefused(authority.ask(both), RailRefusal.OUTPUT_TAKEN);
        var alone = rail.transaction(List.of(spent(other, alice, 5)), List.of(made(bob, 5)), alice);

        assertVoted(authority.ask(alone), alone);
    }

    // ---- replay elsewhere

    @Test
    void whatIsSignedForAnotherNetworkRailOrEpochMeansNothingHere() {
        RailScope here = rail.scope();
        assertElsewhere(
                new RailScope(new NetworkId(rail.newBytes()), here.rail(), here.epoch()), RailRefusal.WRONG_NETWORK);
        assertElsewhere(new RailScope(here.network(), new RailId(2), here.epoch()), RailRefusal.WRONG_RAIL);
        assertElsewhere(new RailScope(here.network(), here.rail(), here.epoch() + 1), RailRefusal.WRONG_EPOCH);
    }

    private void assertElsewhere(RailScope scope, RailRefusal reason) {
        OutputTransaction here = toBob.transaction();
        var there = new OutputTransaction(scope, here.inputs(), here.outputs(), here.expiryHeight(), here.userData());
        assertRefused(authority.ask(SignedOutputTransaction.sign(there, List.of(alice))), reason);
        var moved = new SignedOutputTransaction(
                here, SignedOutputTransaction.sign(there, List.of(alice)).signatures());
        assertRefused(authority.ask(moved), RailRefusal.BAD_OWNER_SIGNATURE);
    }

    @Test
    void whatIsSignedForAnotherPurposeMeansNothingHere() {
        OutputCertificate certificate = rail.certify(toBob);
        var byEffects =
                new OutputCertificate(toBob, rail.finish(certificate).effects().orElseThrow());
        assertRefused(authority.confirm(byEffects), RailRefusal.BAD_CERTIFICATE);

        var byVotes = new FinalOutputs(certificate, Optional.of(certificate.votes()));
        assertRefused(authority.ask(bobsNext(), byVotes), RailRefusal.BAD_EFFECTS);
    }

    private SignedOutputTransaction bobsNext() {
        return rail.transaction(
                List.of(spent(toBob.transaction().made(0), bob, 700)), List.of(made(mallory, 700)), bob);
    }

    // ---- execution

    @Test
    void aCertificateIsExecutedWhateverWasVotedFor() {
        assertVoted(authority.ask(toMallory), toMallory);

        assertThat(authority.confirm(rail.certify(toBob))).isInstanceOf(OutputAnswer.Executed.class);
        assertThat(authority.view(deposit).orElseThrow().spentBy()).contains(toBob.id());
        assertRefused(authority.ask(toMallory), RailRefusal.OUTPUT_SPENT); // no certificate can come of that vote
        OutputId other = authority.deposit(0, alice, 5);
        var both = rail.transaction(
                List.of(spent(deposit, alice, 1_000), spent(other, alice, 5)), List.of(made(bob, 1_005)), alice);
        assertRefused(authority.ask(both), RailRefusal.OUTPUT_SPENT);
    }

    @Test
    void aRepeatOfACertificateGetsTheSameEffects() {
        OutputAnswer first = authority.confirm(rail.certify(toBob));
        authority.restart();

        assertThat(authority.confirm(rail.certify(toBob))).isEqualTo(first);
        assertThat(authority.ask(toBob)).isEqualTo(first);
        assertThat(authority.journal(0)).hasSize(2);
    }

    @Test
    void twoCertificatesThatSpendOneOutputAreEvidence() {
        authority.confirm(rail.certify(toBob));
        List<OutputEffect> effects = authority.on(0, new OutputEvent.CertificateArrived(rail.certify(toMallory)));

        assertThat(effects).hasOnlyElementsOfType(OutputEffect.Evidence.class).hasSize(1);
        assertThat(authority.view(deposit).orElseThrow().spentBy()).contains(toBob.id());
    }

    @Test
    void tooFewVotesExecuteNothing() {
        OutputCertificate other = rail.certify(toMallory);

        assertRefused(authority.confirm(new OutputCertificate(toBob, other.votes())), RailRefusal.BAD_CERTIFICATE);
        assertThat(authority.view(deposit).orElseThrow().spentBy()).isEmpty();
    }

    /// F + 1 honest authorities knew the input to be final; it is only this one that has not heard of it.
    @Test
    void aCertificateWaitsForNothingThatIsNotHereYet() {
        authority.confirm(rail.certify(bobsNext()));
        assertThat(authority.unaccounted()).isZero();
        assertThat(authority.shard(0).totals().spentAhead()).isEqualTo(Amount.of(700));

        authority.confirm(rail.certify(toBob));
        assertThat(authority.shard(0).totals().spentAhead()).isEqualTo(Amount.ZERO);
        assertThat(authority.shard(0).totals().unspent()).isEqualTo(Amount.of(1_000));
        authority.windowsOf(toBob, 2, 3);
        assertThat(authority.spendable(bob)).isZero();
    }

    @Test
    void aDepositThatIsSpentBeforeItIsSeenHereCounts() {
        Bytes32 key = authority.keyOf(0);
        var early = rail.transaction(List.of(spent(new OutputId(key, 0, 0), alice, 50)), List.of(made(bob, 50)), alice);
        authority.confirm(rail.certify(early));
        var seen = new OutputEvent.DepositSeen(key, TestRail.accountOf(alice), Amount.of(50));
        authority.on(0, seen);
        authority.on(0, seen);

        assertThat(authority.shard(0).totals().deposited()).isEqualTo(Amount.of(1_050));
        assertThat(authority.shard(0).totals().unspent()).isEqualTo(Amount.of(1_050));
    }

    @Test
    void whatLeavesTheRailIsNobodysToSpendHere() {
        var off = rail.transaction(
                List.of(spent(deposit, alice, 1_000)), List.of(leaving(alice, 400), made(alice, 600)), alice);
        authority.confirm(rail.certify(off));
        authority.windowsOf(off, 2, 3);

        assertThat(authority.shard(0).totals().left()).isEqualTo(Amount.of(400));
        var again = rail.transaction(
                List.of(spent(off.transaction().made(0), alice, 400)), List.of(made(alice, 400)), alice);
        assertRefused(authority.ask(again), RailRefusal.OUTPUT_UNKNOWN);
        assertThat(authority.spendable(alice)).isEqualTo(600);
    }

    // ---- what is final

    @Test
    void whatIsMadeIsSpendableOnceAQuorumHasExecuted() {
        authority.confirm(rail.certify(toBob));
        authority.windowsOf(toBob, 2);
        assertRefused(authority.ask(bobsNext()), RailRefusal.OUTPUT_NOT_FINAL);
        authority.windowsOf(toBob, 3);

        SignedOutputTransaction next = bobsNext();
        assertVoted(authority.ask(next), next);
    }

    @Test
    void aFileMakesItSpendableAndIsHandedOn() {
        SignedOutputTransaction next = bobsNext();
        assertVoted(authority.ask(next, rail.finish(toBob)), next);

        assertThat(authority.view(deposit).orElseThrow().spentBy()).contains(toBob.id());
    }

    @Test
    void aCertificateAloneMakesNothingSpendable() {
        var promise = new FinalOutputs(rail.certify(toBob), Optional.empty());

        assertRefused(authority.ask(bobsNext(), promise), RailRefusal.BAD_EFFECTS);
        authority.confirm(rail.certify(toBob));
        assertRefused(authority.ask(bobsNext(), promise), RailRefusal.BAD_EFFECTS);
    }

    @Test
    void nobodyMakesAnAuthorityCheckFilesForNothing() {
        assertRefused(authority.ask(toBob, rail.finish(toMallory)), RailRefusal.CARRIED_FOR_ANOTHER);
        var unsigned = new SignedOutputTransaction(bobsNext().transaction(), toBob.signatures());

        assertRefused(authority.ask(unsigned, rail.finish(toBob)), RailRefusal.BAD_OWNER_SIGNATURE);
        assertThat(authority.journal(0)).hasSize(1);
    }

    @Test
    void whereVotesAreFinalACertificateIsAllItTakes() {
        TestRail byVotes = TestRail.finalByVotes(7, 4);
        var other = new OutputsUnderTest(byVotes, 1);
        OutputId id = other.deposit(0, alice, 1_000);
        var first = byVotes.transaction(List.of(spent(id, alice, 1_000)), List.of(made(bob, 1_000)), alice);
        var second = byVotes.transaction(
                List.of(spent(first.transaction().made(0), bob, 1_000)), List.of(made(alice, 1_000)), bob);
        var third = byVotes.transaction(
                List.of(spent(second.transaction().made(0), alice, 1_000)), List.of(made(bob, 1_000)), alice);

        other.confirm(byVotes.certify(first));
        assertThat(other.ask(second)).isInstanceOf(OutputAnswer.Voted.class);
        assertThat(other.ask(third, byVotes.finish(second))).isInstanceOf(OutputAnswer.Voted.class);
        assertThat(other.unaccounted()).isZero();
        var withEffects =
                new FinalOutputs(byVotes.certify(third), rail.finish(toBob).effects());
        var fourth = byVotes.transaction(
                List.of(spent(third.transaction().made(0), bob, 1_000)), List.of(made(bob, 1_000)), bob);
        assertRefused(other.ask(fourth, withEffects), RailRefusal.BAD_EFFECTS);
    }

    // ---- other authorities

    @Test
    void whatOthersExecutedIsFetchedAndExecuted() {
        authority.windowsOf(toBob, 2, 3);
        authority.round();
        List<OutputEffect> effects = authority.on(0, new OutputEvent.WindowDue());
        assertThat(effects)
                .filteredOn(OutputEffect.FetchTransaction.class::isInstance)
                .singleElement()
                .satisfies(fetch ->
                        assertThat(((OutputEffect.FetchTransaction) fetch).id()).isEqualTo(toBob.id()));
        authority.on(0, new OutputEvent.CertificateArrived(rail.certify(toBob)));

        assertThat(authority.spendable(bob)).isEqualTo(700);
        assertThat(authority.on(0, new OutputEvent.WindowDue()))
                .filteredOn(OutputEffect.Publish.class::isInstance)
                .hasSize(1);
    }

    @Test
    void aWindowThatIsLostIsAskedForAndFound() {
        authority.confirm(rail.certify(toBob));
        List<OutputEffect> published = authority.on(0, new OutputEvent.WindowDue());
        ExecutedWindow window = published.stream()
                .filter(OutputEffect.Publish.class::isInstance)
                .map(effect -> ((OutputEffect.Publish) effect).window())
                .findFirst()
                .orElseThrow();

        assertThat(window.isAuthentic(rail.verifier())).isTrue();
        assertThat(window.executed()).containsExactly(OutputPlace.named(toBob.transaction()));
        List<OutputEffect> found = authority.on(0, new OutputEvent.WindowAsked(9, 0));
        assertThat(found).containsExactly(new OutputEffect.Answer(9, new OutputAnswer.FoundWindow(window)));
        assertThat(authority.on(0, new OutputEvent.CertificateAsked(9, toBob.id())))
                .containsExactly(new OutputEffect.Answer(9, new OutputAnswer.Found(rail.certify(toBob))));
    }

    @Test
    void theLargestTransactionFits() {
        List<SpentOutput> inputs = new ArrayList<>(IntStream.range(0, OutputTransaction.INPUTS_MAX)
                .mapToObj(_ -> spent(authority.deposit(0, alice, 1), alice, 1))
                .toList());
        var all = rail.transaction(
                inputs,
                IntStream.range(0, OutputTransaction.OUTPUTS_MAX)
                        .mapToObj(_ -> made(bob, 1))
                        .toList(),
                alice);

        assertVoted(authority.ask(all), all);
        authority.confirm(rail.certify(all));
        authority.windowsOf(all, 2, 3);
        assertThat(authority.spendable(bob)).isEqualTo(16);
    }
}
