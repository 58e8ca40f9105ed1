package io.florin.instant.output;

import static io.florin.ledger.fixture.TestRail.made;
import static io.florin.ledger.fixture.TestRail.spent;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.MadeOutput;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.ledger.rail.SpentOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// One signature of a stranger must not cost an authority the checks of many files, each of two quorums. His inputs
/// name outputs of shard 1 that Alice's final transactions made, and one of shard 0, whose shard coordinates.
class FilesForNothingTest {
    private static final int FILES = 15;

    private final TestRail rail = new TestRail(13, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair stranger = rail.newKey();
    private final CountingVerifier verifier = new CountingVerifier(rail.verifier());
    private final OutputsUnderTest authority = new OutputsUnderTest(rail, 2, verifier);
    private final OutputId madeUp = new OutputId(authority.keyOf(0), 0, 0);

    private List<SignedOutputTransaction> paying(Ed25519KeyPair owner, int count) {
        return Stream.generate(() -> rail.transaction(
                        List.of(spent(new OutputId(authority.keyOf(1), 0, 0), alice, 1)),
                        List.of(made(owner, 1)),
                        alice))
                .filter(payment -> authority.place(1).has(payment.id()))
                .limit(count)
                .toList();
    }

    private SignedOutputTransaction spendingAll(
            Ed25519KeyPair owner, OutputId lowest, long value, List<SignedOutputTransaction> payments) {
        List<SpentOutput> inputs = new ArrayList<>(List.of(spent(lowest, owner, value)));
        List<MadeOutput> outputs = new ArrayList<>(List.of(made(owner, value)));
        payments.forEach(payment -> {
            inputs.add(spent(payment.transaction().made(0), owner, 1));
            outputs.add(made(owner, 1));
        });
        return rail.transaction(inputs, outputs, owner);
    }

    private FinalOutputs[] files(List<SignedOutputTransaction> payments) {
        return payments.stream().map(rail::finish).toArray(FinalOutputs[]::new);
    }

    private void assertRefusedUnchecked(RailRefusal reason, SignedOutputTransaction asked, FinalOutputs... files) {
        List<Bytes32> before = authority.hashes();
        verifier.takeQuorums();

        assertThat(authority.ask(asked, files)).isEqualTo(new OutputAnswer.Refused(reason));
        assertThat(verifier.takeQuorums()).isZero();
        assertThat(authority.hashes()).isEqualTo(before);
    }

    @Test
    void filesOfAnothersOutputsAreNotChecked() {
        List<SignedOutputTransaction> payments = paying(alice, FILES);

        assertRefusedUnchecked(RailRefusal.OUTPUT_ALTERED, spendingAll(stranger, madeUp, 1, payments), files(payments));
    }

    /// He paid himself before: owner and value are right.
    @Test
    void filesBesideAnInputThatIsUnknownHereAreNotChecked() {
        List<SignedOutputTransaction> payments = paying(stranger, FILES);

        assertRefusedUnchecked(RailRefusal.OUTPUT_UNKNOWN, spendingAll(stranger, madeUp, 1, payments), files(payments));
    }

    @Test
    void filesBesideAnInputThatIsGoneHereAreNotChecked() {
        OutputId own = authority.deposit(0, stranger, 7);
        OutputId taken = authority.deposit(0, stranger, 7);
        authority.confirm(
                rail.certify(rail.transaction(List.of(spent(own, stranger, 7)), List.of(made(stranger, 7)), stranger)));
        authority.ask(rail.transaction(List.of(spent(taken, stranger, 7)), List.of(made(stranger, 7)), stranger));
        List<SignedOutputTransaction> payments = paying(stranger, FILES);

        assertRefusedUnchecked(RailRefusal.OUTPUT_SPENT, spendingAll(stranger, own, 7, payments), files(payments));
        assertRefusedUnchecked(RailRefusal.OUTPUT_TAKEN, spendingAll(stranger, taken, 7, payments), files(payments));
    }

    /// With an output of his own he gets as far as the other shard, which knows that its outputs are spent.
    @Test
    void filesOfWhatIsSpentInAnotherShardAreNotCheckedAgain() {
        OutputId own = authority.deposit(0, stranger, 7);
        List<SignedOutputTransaction> payments = paying(stranger, FILES);
        FinalOutputs[] files = files(payments);
        SpentOutput first = spent(payments.getFirst().transaction().made(0), stranger, 1);
        authority.confirm(rail.certify(rail.transaction(List.of(first), List.of(made(stranger, 1)), stranger)));
        verifier.takeQuorums();

        assertThat(authority.ask(spendingAll(stranger, own, 7, payments), files))
                .isInstanceOf(OutputAnswer.Refused.class);
        assertThat(verifier.takeQuorums()).isZero();
    }

    @Test
    void theShardWhoseOutputsTheyMakeChecksThemOnce() {
        OutputId own = authority.deposit(0, stranger, 7);
        List<SignedOutputTransaction> payments = paying(stranger, FILES);

        assertThat(authority.ask(spendingAll(stranger, own, 7, payments), files(payments)))
                .isInstanceOf(OutputAnswer.Voted.class);
        // certificate and effects, and the certificate again where it is executed
        assertThat(verifier.takeQuorums()).isLessThanOrEqualTo(3 * FILES);
    }

    @Test
    void aFileOfAnIndexThatItsTransactionLacksIsNotChecked() {
        SignedOutputTransaction payment = paying(stranger, 1).getFirst();
        OutputId own = authority.deposit(0, stranger, 7);
        SignedOutputTransaction asked = rail.transaction(
                List.of(spent(own, stranger, 7), spent(new OutputId(payment.id(), 1, 0), stranger, 1)),
                List.of(made(stranger, 8)),
                stranger);

        assertRefusedUnchecked(RailRefusal.OUTPUT_UNKNOWN, asked, rail.finish(payment));
    }
}
