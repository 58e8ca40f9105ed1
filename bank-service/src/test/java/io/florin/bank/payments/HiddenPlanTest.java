package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.HiddenPlan.Due;
import io.florin.bank.payments.HiddenPlan.Step;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is made of accepted payments and the tokens that are there, round by round until all are paid.
class HiddenPlanTest {
    private static final Amount MAX = Amount.of(Long.MAX_VALUE);

    private final TestNetwork network = new TestNetwork(9);

    private OwnedToken token(long value) {
        Amount amount = Amount.of(value);
        return new OwnedToken(
                new TransactionOutput(new TransactionId(network.newId()), 0),
                new HiddenToken.Anonymous(G1.generator(), amount),
                new HiddenOpening(Scalar.ONE, amount, Scalar.ONE, Scalar.ZERO),
                Optional.empty(),
                1,
                Optional.empty());
    }

    private List<OwnedToken> tokens(long... values) {
        return Arrays.stream(values).mapToObj(this::token).toList();
    }

    private static List<Due> dues(long... values) {
        return Arrays.stream(values).mapToObj(Amount::of).map(Due::of).toList();
    }

    private static List<Due> wages(int count) {
        return dues(LongStream.rangeClosed(1, count).map(i -> 2_000 + i).toArray());
    }

    /// What became of a wallet.
    ///
    /// @param rounds of commits until all was paid
    private record Played(int rounds, int splits, int pays, Amount left) {}

    /// Plays a bank that proves eight transactions at a time and plans again after each eight, and a ledger that
    /// commits when nothing more can be planned. Payments wait for tokens that are on their way.
    private Played play(List<OwnedToken> start, List<Due> payments) {
        return play(start, new TreeMap<>(numbered(payments)));
    }

    private static SortedMap<Integer, Due> numbered(List<Due> payments) {
        SortedMap<Integer, Due> open = new TreeMap<>();
        payments.forEach(due -> open.put(open.size(), due));
        return open;
    }

    /// What a bank's database tells of a wallet's tokens.
    private static List<OwnedToken> told(List<OwnedToken> held, Collection<Due> open) {
        Set<TransactionOutput> meant =
                open.stream().flatMap(due -> due.token().stream()).collect(Collectors.toSet());
        Stream<OwnedToken> others = held.stream()
                .filter(token -> !meant.contains(token.id()))
                .sorted(Comparator.comparing(OwnedToken::amount).reversed())
                .limit(HiddenTokens.AVAILABLE_MAX);
        return Stream.concat(held.stream().filter(token -> meant.contains(token.id())), others)
                .toList();
    }

    private Played play(List<OwnedToken> start, SortedMap<Integer, Due> open) {
        List<OwnedToken> held = new ArrayList<>(start);
        int rounds = 0;
        int splits = 0;
        int pays = 0;
        while (!open.isEmpty()) {
            List<OwnedToken> made = new ArrayList<>();
            SortedMap<Integer, Due> waiting = new TreeMap<>();
            int stepsOfRound = 0;
            List<Step> steps;
            do {
                List<Integer> places = List.copyOf(open.keySet());
                steps =
                        MultiEpochPlan.of(told(held, open.values()), List.copyOf(open.values()), MAX, new Random(1))
                                .stream()
                                .limit(8)
                                .toList();
                stepsOfRound += steps.size();
                for (Step step : steps) {
                    step.inputs()
                            .forEach(input -> assertThat(held.remove(input)).isTrue());
                    Amount left = HiddenSelector.sum(step.inputs());
                    int outputs = 0;
                    switch (step) {
                        case Step.Pay(var _, var paid) -> {
                            pays++;
                            assertThat(paid).isNotEmpty();
                            for (int place : paid) {
                                Due due = Objects.requireNonNull(open.remove(places.get(place)));
                                assertThat(!due.alone() || paid.size() == 1).isTrue();
                                left = left.minus(due.amount());
                                outputs++;
                            }
                        }
                        case Step.Split(var _, var parts) -> {
                            splits++;
                            for (HiddenPlan.Part part : parts) {
                                OwnedToken token = token(part.value().minorUnits());
                                made.add(token);
                                left = left.minus(part.value());
                                outputs++;
                                for (int place : part.payments()) {
                                    Due due = Objects.requireNonNull(open.remove(places.get(place)));
                                    waiting.put(
                                            places.get(place),
                                            new Due(due.amount(), Optional.of(token.id()), due.alone()));
                                }
                            }
                        }
                    }
                    if (!left.isZero()) {
                        made.add(token(left.minorUnits()));
                        outputs++;
                    }
                    assertThat(outputs).isLessThanOrEqualTo(16);
                    assertThat(step.inputs()).hasSizeLessThanOrEqualTo(16);
                }
            } while (!steps.isEmpty());
            assertThat(stepsOfRound).as("round %d makes progress", ++rounds).isPositive();
            held.addAll(made);
            open.putAll(waiting);
        }
        return new Played(rounds, splits, pays, HiddenSelector.sum(held));
    }

    @Test
    void fewPaymentsSpendTheirOwnTokens() {
        assertThat(play(tokens(100, 60), dues(50, 90))).isEqualTo(new Played(1, 0, 2, Amount.of(20)));
        assertThat(HiddenPlan.of(tokens(10), dues(50), MAX, false, new Random(1)))
                .isEmpty();
    }

    @Test
    void whatOneTokenMustPayIsOneTransaction() {
        assertThat(play(tokens(100), dues(50, 50))).isEqualTo(new Played(1, 0, 1, Amount.ZERO));
        assertThat(play(tokens(10_000_000), wages(15))).isEqualTo(new Played(1, 0, 1, Amount.of(9_969_880)));
    }

    @Test
    void manySmallTokensAreMergedFirst() {
        assertThat(play(tokens(10, 10, 10, 10, 10), dues(50)).rounds()).isEqualTo(2);
    }

    /// Other money of the wallet lies beside, and nothing of it is cut while splits are under way.
    @Test
    void aThousandPeopleArePaidInThreeCommits() {
        assertThat(play(tokens(10_000_000, 9_000_000, 5_000), wages(1_000)))
                .isEqualTo(new Played(3, 6, 67, Amount.of(19_005_000 - 2_500_500)));
        assertThat(play(tokens(10_000_000), wages(225)).rounds()).isEqualTo(2);
        assertThat(play(tokens(2_500_500), wages(1_000)).rounds()).isEqualTo(3);
    }

    @Test
    void equalWagesAreNoDifferentFromOthers() {
        long[] equal = new long[1_000];
        Arrays.fill(equal, 2_000);
        assertThat(play(tokens(10_000_000), dues(equal))).isEqualTo(new Played(3, 6, 67, Amount.of(8_000_000)));
    }

    /// One of fifteen was refused: each of them has its own transaction now.
    @Test
    void paymentsOfARefusedTransactionAreSeparated() {
        OwnedToken token = token(15_000);
        List<Due> alone = Collections.nCopies(15, new Due(Amount.of(1_000), Optional.of(token.id()), true));
        assertThat(play(List.of(token), alone)).isEqualTo(new Played(2, 1, 15, Amount.ZERO));
    }

    @Test
    void aTokenThatIsGoneOrTooSmallIsReplacedByOthers() {
        OwnedToken small = token(10);
        Due gone = new Due(Amount.of(50), Optional.of(token(50).id()), false);
        Due poor = new Due(Amount.of(50), Optional.of(small.id()), false);
        assertThat(play(List.of(small, token(60), token(70)), List.of(gone, poor)))
                .isEqualTo(new Played(1, 0, 2, Amount.of(40)));
    }

    /// All of the money in pieces that fit nothing.
    @Test
    void theLastOfTheMoneyIsSpent() {
        Played played = play(tokens(7, 7, 7, 7, 7, 7), dues(10, 10, 10, 6, 6));
        assertThat(played.rounds()).isLessThanOrEqualTo(8);
        assertThat(played.left()).isEqualTo(Amount.ZERO);
    }

    /// What a split makes is smaller than hundreds of other tokens, and is not made again.
    @Test
    void aWalletOfManyLargeTokensPaysSmallWages() {
        long[] large = new long[600];
        Arrays.fill(large, 10_000);
        long[] small = new long[20];
        Arrays.fill(small, 10);
        assertThat(play(tokens(large), dues(small))).isEqualTo(new Played(2, 1, 2, Amount.of(6_000_000 - 200)));
    }

    /// No proof can be made of a token beyond the currency's range.
    @Test
    void noMergeMakesATokenBeyondTheCurrencysRange() {
        List<Step> steps = HiddenPlan.of(tokens(40, 40, 40), dues(95), Amount.of(100), false, new Random(1));
        assertThat(steps).hasSize(1);
        assertThat(((Step.Split) steps.getFirst()).parts())
                .containsExactly(new HiddenPlan.Part(Amount.of(95), List.of(0)));
    }

    /// A shop's thousands of small tokens are not seen at once.
    @Test
    void tokensAreMergedWhereThoseInSightDoNotSuffice() {
        List<OwnedToken> seen = tokens(LongStream.generate(() -> 1).limit(40).toArray());
        assertThat(HiddenPlan.of(seen, dues(50), MAX, false, new Random(1))).isEmpty();
        assertThat(HiddenPlan.of(seen, dues(50), MAX, true, new Random(1)))
                .hasSize(3)
                .allSatisfy(step -> assertThat(((Step.Split) step).parts())
                        .containsExactly(new HiddenPlan.Part(HiddenSelector.sum(step.inputs()), List.of())));
    }
}
