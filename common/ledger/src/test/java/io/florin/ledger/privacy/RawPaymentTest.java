package io.florin.ledger.privacy;

import static io.florin.ledger.privacy.HiddenCurrency.id;
import static io.florin.ledger.privacy.HiddenCurrency.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.batch.BatchOutcome;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.RawPayment.Forgery;
import io.florin.ledger.privacy.RawPayment.In;
import io.florin.ledger.privacy.RawPayment.Out;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payers who calculate with any scalars they like.
final class RawPaymentTest {
    private static final Map<PrivacyModel, HiddenCurrency> CURRENCIES = new EnumMap<>(PrivacyModel.class);
    private static final int SCENARIOS = 40;
    private static final int PROVEN = 10;

    private final SplittableRandom random = new SplittableRandom(20261121);

    private static HiddenCurrency currency(PrivacyModel model) {
        return CURRENCIES.computeIfAbsent(model, each -> new HiddenCurrency(each, new SplittableRandom(5)));
    }

    private Scalar fresh() {
        return Scalar.random(random);
    }

    /// An honest token of holder 0.
    private In own(long value) {
        Scalar seed = fresh();
        return new In(id(0), Scalar.ofLong(value), seed, seed, Scalar.ZERO);
    }

    private static Out out(Scalar value) {
        return new Out(id(1), value);
    }

    private static boolean accepts(HiddenCurrency currency, RawPayment payment) {
        return currency.verifier.accepts(payment.statement(), payment.prove(), currency.random);
    }

    /// The relation says what plain arithmetic says, but for the ranges, whatever is odd about a payment.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void theRelationAgreesWithPlainArithmetic(PrivacyModel model) {
        int right = 0;
        for (int i = 0; i < SCENARIOS; i++) {
            RawPayment payment = scenario(currency(model), i);
            assertThat(payment.relationHolds() && payment.isInRange())
                    .as("scenario %d", i)
                    .isEqualTo(payment.isTrue());
            right += payment.isTrue() ? 1 : 0;
        }
        assertThat(right).isBetween(SCENARIOS / 5, SCENARIOS * 4 / 5);
    }

    /// Pitfall 15, and 4 and 5 again: so does the verifier, alone and in a batch.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void theVerifierAgreesWithPlainArithmetic(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        VerificationBatch batch = new VerificationBatch();
        List<RawPayment> payments = new ArrayList<>();
        for (int i = 0; i < PROVEN; i++) {
            RawPayment payment = scenario(currency, i);
            payments.add(payment);
            byte[] proof = payment.prove();
            currency.verifier.append(payment.statement(), proof, batch.item());
            assertThat(currency.verifier.accepts(payment.statement(), proof, currency.random))
                    .as("scenario %d", i)
                    .isEqualTo(payment.isTrue());
        }
        BatchOutcome outcome = batch.verify(currency.random);
        for (int i = 0; i < PROVEN; i++) {
            assertThat(outcome.isValid(i))
                    .as("scenario %d", i)
                    .isEqualTo(payments.get(i).isTrue());
        }
        assertThat(outcome.invalid()).as("of both kinds").hasSizeBetween(2, PROVEN - 2);
    }

    /// Up to three tokens in and out, with something odd about one of them in most cases, and often about none.
    private RawPayment scenario(HiddenCurrency currency, int number) {
        boolean shown = !currency.parameters.model().hidesValue(); // then every value is above zero
        int least = shown ? 1 : 0;
        List<In> ins = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i <= random.nextInt(3); i++) {
            long value = least + random.nextInt(5);
            sum += value;
            ins.add(own(value));
        }
        In first = ins.removeFirst();
        Scalar one = Scalar.ONE;
        Scalar difference = Scalar.ZERO;
        In odd = switch (number % 10) {
            case 0 -> new In(id(1), first.value(), first.seed(), first.shown(), first.selector());
            case 1 -> new In(id(1), first.value(), first.seed(), fresh(), one);
            case 2 -> new In(id(1), shown ? one : Scalar.ZERO, first.seed(), fresh(), one);
            case 3 -> new In(id(0), first.value(), first.seed(), fresh(), first.selector());
            case 4 -> new In(id(0), first.value(), first.seed(), first.shown(), Scalar.ofLong(2));
            case 5 -> new In(id(0), first.value(), first.seed(), first.shown(), one);
            default -> first;
        };
        difference = difference.add(first.value().subtract(odd.value()));
        ins.addFirst(odd);
        List<Out> outs = new ArrayList<>();
        Scalar left = Scalar.ofLong(sum).subtract(difference);
        for (int i = 0; i < random.nextInt(3); i++) {
            Scalar value = Scalar.ofLong(least + random.nextInt(4)); // what is left may come out negative
            outs.add(new Out(id(random.nextInt(3)), value));
            left = left.subtract(value);
        }
        Scalar rest = number % 10 == 6 ? left.add(one) : left;
        outs.add(out(shown && (rest.isZero() || RawPayment.isNegative(rest)) ? one : rest));
        return new RawPayment(currency, transfer(), ins, outs);
    }

    /// Pitfall 2: all equations of the group hold, and the pairing says that registration or the certifiers
    /// have not signed.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesWhatWasNotSigned(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        for (Forgery forgery : List.of(Forgery.NONE, Forgery.CREDENTIAL, Forgery.TOKEN)) {
            RawPayment payment =
                    new RawPayment(currency, transfer(), List.of(own(5)), List.of(out(Scalar.ofLong(5))), forgery);
            assertThat(payment.relationHolds()).as("all but the pairing").isTrue();
            boolean shown =
                    forgery == Forgery.CREDENTIAL || forgery == Forgery.TOKEN && model == PrivacyModel.UNLINKABLE;
            assertThat(accepts(currency, payment)).as("%s", forgery).isEqualTo(!shown);
        }
    }

    /// Pitfall 11: whoever issues a point of his choice, for certifiers to sign, cannot prove its opening, though all
    /// else is right and the proof made for this very statement.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAnIssueOfCommitmentsThatNobodyOpens(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        List<Out> outs = List.of(out(Scalar.ofLong(9)), out(Scalar.ONE));
        for (Forgery forgery : Forgery.values()) {
            boolean ofAnIssue = forgery != Forgery.CREDENTIAL && forgery != Forgery.TOKEN;
            boolean ofAValue = forgery == Forgery.FIRST_VALUE || forgery == Forgery.LAST_VALUE;
            if (ofAnIssue && (!ofAValue || model.hidesValue())) {
                RawPayment issue =
                        new RawPayment(currency, currency.request(TransactionKind.ISSUE, 10), List.of(), outs, forgery);
                assertThat(issue.relationHolds()).as("%s", forgery).isEqualTo(forgery == Forgery.NONE);
                assertThat(accepts(currency, issue)).as("%s", forgery).isEqualTo(forgery == Forgery.NONE);
            }
        }
    }

    /// Pitfall 4: 5 goes in, 6 and −1 come out. All but the range holds.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesAnHonestOutputBesideANegativeOne(PrivacyModel model) {
        for (boolean negativeFirst : new boolean[] {false, true}) {
            List<Out> outs = List.of(out(Scalar.ofLong(6)), out(Scalar.ONE.negate()));
            refusesForItsRange(
                    new RawPayment(
                            currency(model), transfer(), List.of(own(5)), negativeFirst ? outs.reversed() : outs),
                    currency(model));
        }
    }

    /// Pitfall 4: the third output is what the second range proof is about.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesANegativeOutputInTheSecondRangeProof(PrivacyModel model) {
        List<Out> outs = List.of(out(Scalar.ofLong(2)), out(Scalar.ofLong(4)), out(Scalar.ONE.negate()));
        refusesForItsRange(new RawPayment(currency(model), transfer(), List.of(own(5)), outs), currency(model));
        List<Out> honest = List.of(out(Scalar.ofLong(2)), out(Scalar.ofLong(2)), out(Scalar.ONE));
        assertThat(accepts(currency(model), new RawPayment(currency(model), transfer(), List.of(own(5)), honest)))
                .isTrue();
    }

    /// Pitfall 4: one output, which is the number of all units less one.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesAnOutputOfMinusOne(PrivacyModel model) {
        In debt = new In(id(0), Scalar.ONE.negate(), Scalar.ONE, Scalar.ONE, Scalar.ZERO);
        refusesForItsRange(
                new RawPayment(currency(model), transfer(), List.of(debt), List.of(out(Scalar.ONE.negate()))),
                currency(model));
    }

    /// Pitfalls 4 and 5: a sum that wraps around 2⁶⁴.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesAnOutputOfTwoToThe64(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        Scalar largest = Scalar.ofLong(-1);
        List<In> ins = List.of(own(-1), own(1));
        refusesForItsRange(new RawPayment(currency, transfer(), ins, List.of(out(largest.add(Scalar.ONE)))), currency);
        RawPayment wrapped = new RawPayment(currency, transfer(), ins, List.of(out(Scalar.ZERO)));
        assertThat(wrapped.relationHolds()).isFalse();
        assertThat(accepts(currency, wrapped)).isFalse();
        RawPayment split = new RawPayment(currency, transfer(), ins, List.of(out(largest), out(Scalar.ONE)));
        assertThat(accepts(currency, split)).as("the largest value is one").isTrue();
    }

    /// Pitfall 4: an issue of 10 makes 11 and −1.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesAnIssueWithANegativeOutput(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        List<Out> outs = List.of(out(Scalar.ofLong(11)), out(Scalar.ONE.negate()));
        refusesForItsRange(
                new RawPayment(currency, currency.request(TransactionKind.ISSUE, 10), List.of(), outs), currency);
        RawPayment honest = new RawPayment(
                currency,
                currency.request(TransactionKind.ISSUE, 10),
                List.of(),
                List.of(out(Scalar.ofLong(9)), out(Scalar.ONE)));
        assertThat(accepts(currency, honest)).isTrue();
    }

    /// A redemption of more than there is would leave a negative rest.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesARedemptionThatLeavesANegativeRest(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        refusesForItsRange(
                new RawPayment(
                        currency,
                        currency.request(TransactionKind.REDEEM, 6),
                        List.of(own(5)),
                        List.of(out(Scalar.ONE.negate()))),
                currency);
    }

    private static void refusesForItsRange(RawPayment payment, HiddenCurrency currency) {
        assertThat(payment.relationHolds()).as("all but the range").isTrue();
        assertThat(payment.isTrue()).isFalse();
        assertThat(accepts(currency, payment)).isFalse();
    }
}
