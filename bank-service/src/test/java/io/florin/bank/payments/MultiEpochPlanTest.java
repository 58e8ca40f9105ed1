package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.HiddenPlan.Due;
import io.florin.bank.payments.HiddenPlan.Part;
import io.florin.bank.payments.HiddenPlan.Step;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// No transaction spends tokens of two keys, and tokens of old keys come under the newest.
class MultiEpochPlanTest {
    private static final Amount MAX = Amount.of(Long.MAX_VALUE);

    private final TestNetwork network = new TestNetwork(9);

    private OwnedToken token(long epoch, long value) {
        return new OwnedToken(
                new TransactionOutput(new TransactionId(network.newId()), 0),
                new HiddenToken.Unlinkable(G1.generator(), G1.generator()),
                new HiddenOpening(Scalar.ONE, Amount.of(value), Scalar.ONE, Scalar.ONE),
                Optional.of(new TokenBase(G1.generator(), Scalar.ONE)),
                1,
                Optional.of(new OwnedToken.Certified(epoch, G1.generator())));
    }

    private static Due due(long amount, OwnedToken token) {
        return new Due(Amount.of(amount), Optional.of(token.id()), false);
    }

    @Test
    void tokensOfOneKeyArePlannedAsEver() {
        List<OwnedToken> tokens = List.of(token(1, 50), token(1, 70));
        List<Due> dues = List.of(Due.of(Amount.of(60)), Due.of(Amount.of(40)));

        assertThat(MultiEpochPlan.of(tokens, dues, MAX, new Random(1)))
                .isEqualTo(HiddenPlan.of(tokens, dues, MAX, false, new Random(1)));
    }

    @Test
    void paysFromTheNewestKeyAndMovesOldTokensUnderIt() {
        OwnedToken old = token(1, 50);
        OwnedToken older = token(1, 5);
        OwnedToken fresh = token(2, 70);

        assertThat(MultiEpochPlan.of(List.of(fresh, old, older), List.of(Due.of(Amount.of(60))), MAX, new Random(1)))
                .containsExactlyInAnyOrder(
                        new Step.Pay(List.of(fresh), List.of(0)),
                        new Step.Split(List.of(old, older), List.of(new Part(Amount.of(55), List.of()))));
    }

    @Test
    void whatNoKeyAloneCanPayIsPaidOnceAllIsUnderOne() {
        List<OwnedToken> tokens = List.of(token(1, 50), token(2, 50));
        List<Due> dues = List.of(Due.of(Amount.of(80)));

        List<Step> steps = MultiEpochPlan.of(tokens, dues, MAX, new Random(1));

        assertThat(steps)
                .contains(new Step.Split(tokens.subList(0, 1), List.of(new Part(Amount.of(50), List.of()))))
                .noneMatch(Step.Pay.class::isInstance)
                .allMatch(step -> step.inputs().stream()
                                .map(OwnedToken::certifierEpoch)
                                .distinct()
                                .count()
                        == 1);
        assertThat(MultiEpochPlan.of(List.of(token(2, 50), token(2, 50)), dues, MAX, new Random(1)))
                .hasAtLeastOneElementOfType(Step.Pay.class);
    }

    @Test
    void aTokenThatASplitMadeForAPaymentPaysItUnderItsOldKey() {
        OwnedToken made = token(1, 30);
        OwnedToken fresh = token(2, 70);

        assertThat(MultiEpochPlan.of(
                        List.of(fresh, made), List.of(Due.of(Amount.of(60)), due(30, made)), MAX, new Random(1)))
                .containsExactlyInAnyOrder(
                        new Step.Pay(List.of(fresh), List.of(0)), new Step.Pay(List.of(made), List.of(1)));
    }

    @Test
    void movesSixteenAtATimeAndEachTokenOnce() {
        List<OwnedToken> old =
                LongStream.rangeClosed(1, 40).mapToObj(value -> token(1, value)).toList();
        List<OwnedToken> all = new ArrayList<>(old);
        all.add(token(3, 1));

        List<Step> steps = MultiEpochPlan.of(all, List.of(), MAX, new Random(1));

        assertThat(steps).hasSize(3).allMatch(step -> step.inputs().size() <= 16);
        assertThat(steps.stream().flatMap(step -> step.inputs().stream())).containsExactlyInAnyOrderElementsOf(old);
    }

    @Test
    void paymentsComeBeforeMoves() {
        OwnedToken old = token(1, 50);
        OwnedToken made = token(1, 30);
        OwnedToken fresh = token(2, 70);

        assertThat(MultiEpochPlan.of(
                        List.of(old, made, fresh), List.of(Due.of(Amount.of(60)), due(30, made)), MAX, new Random(1)))
                .containsExactly(
                        new Step.Pay(List.of(fresh), List.of(0)),
                        new Step.Pay(List.of(made), List.of(1)),
                        new Step.Split(List.of(old), List.of(new Part(Amount.of(50), List.of()))));
    }

    /// Tokens that payments wait for are told besides the others and say nothing about how many others there are.
    @Test
    void mergesWhereOthersAreNotInSight() {
        OwnedToken made = token(1, 30);
        List<OwnedToken> told = new ArrayList<>(LongStream.range(0, HiddenTokens.AVAILABLE_MAX - 1)
                .mapToObj(_ -> token(1, 1))
                .toList());
        told.add(made);
        List<Due> dues = List.of(due(30, made), Due.of(Amount.of(1_000)));
        Step pay = new Step.Pay(List.of(made), List.of(0));

        assertThat(MultiEpochPlan.of(told, dues, MAX, new Random(1))).containsExactly(pay);
        told.add(token(1, 1));
        assertThat(MultiEpochPlan.of(told, dues, MAX, new Random(1)))
                .contains(pay)
                .hasSize(33);
    }

    /// No proof can be made of a token beyond.
    @Test
    void noMoveMakesATokenBeyondTheCurrencysRange() {
        Amount most = Amount.of((1L << 32) - 1);
        List<OwnedToken> old = List.of(token(1, 3L << 30), token(1, 1L << 30), token(1, 5), token(1, (1L << 32) - 1));
        List<OwnedToken> all = new ArrayList<>(old);
        all.add(token(2, 1));

        List<Step> steps = MultiEpochPlan.of(all, List.of(), most, new Random(1));

        assertThat(steps)
                .hasSize(3)
                .allSatisfy(step -> assertThat(
                                ((Step.Split) step).parts().getFirst().value().exceeds(most))
                        .isFalse());
        assertThat(steps.stream().flatMap(step -> step.inputs().stream())).containsExactlyElementsOf(old);
    }
}
