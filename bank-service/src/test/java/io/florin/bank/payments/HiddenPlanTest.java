package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.OwnedToken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What is made of accepted payments and the tokens that are there, round by round until all are paid.
class HiddenPlanTest {

    private final TestNetwork network = new TestNetwork(9);

    private OwnedToken token(long value) {
        Amount amount = Amount.of(value);
        return new OwnedToken(
                new OutputId(new TransactionId(network.newId()), 0),
                new HiddenToken.Anonymous(G1.generator(), amount),
                new HiddenOpening(Scalar.ONE, amount, Scalar.ONE, Scalar.ZERO),
                Optional.empty(),
                1,
                Optional.empty());
    }

    private List<OwnedToken> tokens(long... values) {
        return Arrays.stream(values).mapToObj(this::token).toList();
    }

    private static List<Amount> amounts(long... values) {
        return Arrays.stream(values).mapToObj(Amount::of).toList();
    }

    /// Plays commits: every step's outputs are there in the next round.
    private int rounds(List<OwnedToken> start, List<Amount> payments) {
        List<OwnedToken> held = new ArrayList<>(start);
        List<Amount> open = new ArrayList<>(payments);
        int rounds = 0;
        while (!open.isEmpty()) {
            List<HiddenPlan.Step> steps = HiddenPlan.of(held, open);
            assertThat(steps).as("round %d makes progress", ++rounds).isNotEmpty();
            Set<OwnedToken> spent = new HashSet<>();
            Set<Integer> paid = new HashSet<>();
            for (HiddenPlan.Step step : steps) {
                step.inputs().forEach(input -> assertThat(spent.add(input)).isTrue());
                Amount left = HiddenSelector.sum(step.inputs());
                int outputs = 0;
                switch (step) {
                    case HiddenPlan.Step.Pay(var _, int payment) -> {
                        assertThat(paid.add(payment)).isTrue();
                        left = left.minus(open.get(payment));
                        outputs++;
                    }
                    case HiddenPlan.Step.Split(var _, var values) -> {
                        for (Amount value : values) {
                            held.add(token(value.minorUnits()));
                            left = left.minus(value);
                            outputs++;
                        }
                    }
                }
                if (!left.isZero()) {
                    held.add(token(left.minorUnits()));
                    outputs++;
                }
                assertThat(outputs).isLessThanOrEqualTo(16);
                assertThat(step.inputs()).hasSizeLessThanOrEqualTo(16);
            }
            held.removeAll(spent);
            List<Amount> rest = new ArrayList<>();
            for (int i = 0; i < open.size(); i++) {
                if (!paid.contains(i)) {
                    rest.add(open.get(i));
                }
            }
            open = rest;
        }
        return rounds;
    }

    @Test
    void fewPaymentsSpendTheirOwnTokens() {
        assertThat(rounds(tokens(100, 60), amounts(50, 90))).isEqualTo(1);
        assertThat(HiddenPlan.of(tokens(100), amounts(50, 50))).hasSize(1);
        assertThat(HiddenPlan.of(tokens(10), amounts(50))).isEmpty();
    }

    @Test
    void manySmallTokensAreMergedFirst() {
        assertThat(rounds(tokens(10, 10, 10, 10, 10), amounts(50))).isEqualTo(2);
    }

    @Test
    void aPayrollTakesAsManyRoundsAsItHasLevels() {
        assertThat(rounds(tokens(10_000_000), wages(15))).isEqualTo(2);
        assertThat(rounds(tokens(10_000_000), wages(200))).isEqualTo(3);
        assertThat(rounds(tokens(10_000_000), wages(1_000))).isLessThanOrEqualTo(5);
    }

    private static List<Amount> wages(int count) {
        return amounts(LongStream.rangeClosed(1, count).map(i -> 2_000 + i).toArray());
    }

    /// All of the money in pieces that fit nothing.
    @Test
    void theLastOfTheMoneyIsSpent() {
        assertThat(rounds(tokens(7, 7, 7, 7, 7, 7), amounts(10, 10, 10, 6, 6))).isLessThanOrEqualTo(8);
    }
}
