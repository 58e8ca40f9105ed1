package io.florin.ledger.privacy;

import static io.florin.ledger.privacy.HiddenCurrency.id;
import static io.florin.ledger.privacy.HiddenCurrency.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.batch.BatchOutcome;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.PublicParameters.RangeParameters;
import io.florin.ledger.privacy.RawPayment.In;
import io.florin.ledger.privacy.RawPayment.Out;
import io.florin.ledger.privacy.RawPayment.Told;
import io.florin.ledger.privacy.RawPayment.ToldOut;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payers who calculate with any scalars they like and tell auditors something else.
final class RawAuditTest {
    private static final Map<PrivacyModel, HiddenCurrency> CURRENCIES = new EnumMap<>(PrivacyModel.class);
    private static final Scalar TWO_TO_32 = Scalar.ofLong(1L << 32);
    private static final long FIRST = (3L << 32) + 7;
    private static final long SECOND = 5;

    private final SplittableRandom random = new SplittableRandom(20261122);

    private static HiddenCurrency currency(PrivacyModel model) {
        return CURRENCIES.computeIfAbsent(
                model,
                each -> HiddenCurrency.audited(
                        each, RangeParameters.DEFAULT, PointFormat.UNCOMPRESSED, new SplittableRandom(6)));
    }

    private static final List<Out> OUTS =
            List.of(new Out(id(1), Scalar.ofLong(FIRST)), new Out(id(0), Scalar.ofLong(SECOND)));

    private RawPayment payment(PrivacyModel model, Told told) {
        Scalar seed = Scalar.random(random);
        In in = new In(id(0), Scalar.ofLong(FIRST + SECOND), seed, seed, Scalar.ZERO);
        return new RawPayment(currency(model), transfer(), List.of(in), OUTS, told);
    }

    /// Lies about each output in turn, the last of which is proven by what is left, and about the payer.
    private static List<Told> lies(PrivacyModel model) {
        Told truth = Told.theTruth(OUTS);
        List<Told> lies = new ArrayList<>();
        lies.add(new Told(id(1), truth.outs()));
        for (int j = 0; j < OUTS.size(); j++) {
            ToldOut out = truth.outs().get(j);
            List<ToldOut> others = new ArrayList<>(List.of(
                    // a handle of another blinding, as one under another key would be
                    new ToldOut(out.enrollment(), out.low(), out.high(), Scalar.ONE),
                    // limbs that add up, out of their ranges
                    new ToldOut(
                            out.enrollment(),
                            out.low().add(TWO_TO_32),
                            out.high().subtract(Scalar.ONE),
                            Scalar.ZERO),
                    new ToldOut(
                            out.enrollment(),
                            out.low().subtract(TWO_TO_32),
                            out.high().add(Scalar.ONE),
                            Scalar.ZERO)));
            if (model == PrivacyModel.UNLINKABLE) {
                others.add(new ToldOut(id(2), out.low(), out.high(), Scalar.ZERO));
                others.add(new ToldOut(out.enrollment(), out.low().add(Scalar.ONE), out.high(), Scalar.ZERO));
                others.add(new ToldOut(out.enrollment(), out.low(), out.high().add(Scalar.ONE), Scalar.ZERO));
            }
            for (ToldOut other : others) {
                List<ToldOut> outs = new ArrayList<>(truth.outs());
                outs.set(j, other);
                lies.add(new Told(truth.payer(), outs));
            }
        }
        if (model == PrivacyModel.UNLINKABLE) {
            lies.add(new Told(truth.payer(), truth.outs().reversed()));
        }
        return lies;
    }

    /// Pitfall 26: the relation with the ranges says what plain arithmetic says, and the verifier says the same, alone
    /// and in a batch.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesEveryLieToAuditors(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        VerificationBatch batch = new VerificationBatch();
        List<Told> all = new ArrayList<>(lies(model));
        all.add(Told.theTruth(OUTS));
        for (int i = 0; i < all.size(); i++) {
            RawPayment payment = payment(model, all.get(i));
            boolean truth = i == all.size() - 1;
            assertThat(payment.isTrue()).as("payment %d", i).isEqualTo(truth);
            assertThat(payment.relationHolds() && payment.isInRange())
                    .as("payment %d", i)
                    .isEqualTo(truth);
            byte[] proof = payment.prove();
            assertThat(currency.verifier.accepts(payment.statement(), proof, currency.random))
                    .as("payment %d", i)
                    .isEqualTo(truth);
            currency.verifier.append(payment.statement(), proof, batch.item());
        }
        BatchOutcome outcome = batch.verify(currency.random);
        assertThat(outcome.invalid()).hasSize(all.size() - 1).doesNotContain(all.size() - 1);
    }

    /// Pitfall 4: limbs are no way round the range of a value.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesAValueOutOfRangeInLimbs(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        for (Scalar wrong : List.of(Scalar.ONE.negate(), TWO_TO_32.multiply(TWO_TO_32))) {
            Out beyond = new Out(id(1), wrong);
            Out rest = new Out(id(1), Scalar.ofLong(10).subtract(wrong));
            RawPayment issue = new RawPayment(
                    currency, currency.request(TransactionKind.ISSUE, 10), List.of(), List.of(beyond, rest));
            assertThat(issue.relationHolds()).as("all but the range").isTrue();
            assertThat(issue.isTrue()).isFalse();
            assertThat(currency.verifier.accepts(issue.statement(), issue.prove(), currency.random))
                    .isFalse();
        }
    }
}
