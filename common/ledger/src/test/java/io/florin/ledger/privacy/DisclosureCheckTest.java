package io.florin.ledger.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.TransactionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DisclosureCheckTest {
    private final Random random = new Random(5);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLEAR")
    void takesTheTruthAndNothingElse(PrivacyModel model) {
        HiddenCurrency currency = new HiddenCurrency(model, random);
        AuditDisclosure truth = disclosure(currency);

        assertThat(DisclosureCheck.holds(currency.parameters, truth)).isTrue();
        assertThat(AuditDisclosure.decode(truth.encode()).encode()).isEqualTo(truth.encode());
        for (int i = 0; i < truth.inputs().size(); i++) {
            for (HiddenOpening lie : lies(truth.inputs().get(i))) {
                AuditDisclosure lied =
                        new AuditDisclosure(truth.payment(), with(truth.inputs(), i, lie), truth.outputs());
                assertThat(DisclosureCheck.holds(currency.parameters, lied)).isFalse();
            }
        }
        for (int j = 0; j < truth.outputs().size(); j++) {
            for (HiddenOpening lie : lies(truth.outputs().get(j))) {
                AuditDisclosure lied =
                        new AuditDisclosure(truth.payment(), truth.inputs(), with(truth.outputs(), j, lie));
                assertThat(DisclosureCheck.holds(currency.parameters, lied)).isFalse();
            }
        }
    }

    /// The sums agree, and the padding says that it paid.
    @Test
    void refusesValuesExchangedBetweenInputs() {
        HiddenCurrency currency = new HiddenCurrency(PrivacyModel.UNLINKABLE, random);
        AuditDisclosure truth = disclosure(currency);
        HiddenOpening token = truth.inputs().get(0);
        HiddenOpening padding = truth.inputs().get(1);
        List<HiddenOpening> exchanged = List.of(worth(token, padding.amount()), worth(padding, token.amount()));
        assertThat(DisclosureCheck.holds(
                        currency.parameters, new AuditDisclosure(truth.payment(), exchanged, truth.outputs())))
                .isFalse();
    }

    private static HiddenOpening worth(HiddenOpening opening, Amount amount) {
        return new HiddenOpening(opening.enrollment(), amount, opening.ownerBlinding(), opening.valueBlinding());
    }

    /// All openings are right; so it is the payment that makes money, and whoever looks here need not have seen its
    /// proof.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesTheTruthOfAPaymentThatMakesMoney(PrivacyModel model) {
        HiddenCurrency currency = new HiddenCurrency(model, random);
        assertThat(DisclosureCheck.holds(currency.parameters, disclosure(currency, 401)))
                .isFalse();
        assertThat(DisclosureCheck.holds(currency.parameters, disclosure(currency, 399)))
                .isFalse();
    }

    @Test
    void tellsPayerAndPayeeOfAnUnlinkablePaymentAndNotWhichTokenIsSpent() {
        HiddenCurrency currency = new HiddenCurrency(PrivacyModel.UNLINKABLE, random);
        AuditDisclosure truth = disclosure(currency);

        assertThat(truth.inputs().getFirst().enrollment()).isEqualTo(HiddenCurrency.id(0));
        assertThat(truth.inputs().getFirst().amount()).isEqualTo(Amount.of(700));
        assertThat(truth.inputs().get(1).enrollment().isZero()).as("padding").isTrue();
        assertThat(truth.outputs().getFirst().enrollment()).isEqualTo(HiddenCurrency.id(1));
    }

    @Test
    void oneOwnersInputsAreOfOneEnrollmentUnlessTheyHaveNoValue() {
        assertThat(namesOneOwner(HiddenCurrency.id(0), 1)).isTrue();
        assertThat(namesOneOwner(HiddenCurrency.id(1), 1)).isFalse();
        assertThat(namesOneOwner(Scalar.ZERO, 1)).as("who has no id pays too").isFalse();
        assertThat(namesOneOwner(HiddenCurrency.id(1), 0))
                .as("says nothing, and counts for nobody")
                .isTrue();
    }

    /// Whether 700 of holder 0 and another token pass as one owner's. The tokens are made up after the proof, which is
    /// not looked at.
    private boolean namesOneOwner(Scalar other, long minorUnits) {
        HiddenCurrency currency = new HiddenCurrency(PrivacyModel.CONFIDENTIAL, random);
        ProvenPayment issue = currency.issue(currency.payout(0, 700), currency.payout(0, 1));
        TransactionHeader header = header(currency);
        List<Bytes> notes = List.of(Bytes.EMPTY);
        PaymentContext context = HiddenPayment.context(header, Optional.empty(), 0, notes);
        ProvenPayment proven = currency.prover.prove(
                context,
                List.of(currency.credential(0)),
                List.of(currency.spend(issue, 0, 0), currency.spend(issue, 1, 0)),
                List.of(currency.payout(1, 701)));
        PaymentStatement statement = proven.statement();
        OutputBases bases = OutputBases.of(PrivacyModel.CONFIDENTIAL, statement.readKeys(currency.parameters), 1);
        HiddenOpening second = HiddenOpening.fresh(other, Amount.of(minorUnits), random);
        HiddenOpening output = HiddenOpening.fresh(HiddenCurrency.id(1), Amount.of(700 + minorUnits), random);
        HiddenTokenReference before =
                ((PaymentStatement.Input.Named) statement.inputs().get(1)).reference();
        PaymentStatement.Input madeUp = new PaymentStatement.Input.Named(
                0, new HiddenTokenReference(before.transaction(), before.index(), second.commit(bases, 0)));
        HiddenPayment payment = new HiddenPayment(
                header,
                Optional.empty(),
                0,
                new PaymentStatement(
                        context,
                        statement.credentialEpoch(),
                        1,
                        List.of(statement.inputs().getFirst(), madeUp),
                        List.of(output.commit(bases, 0))),
                notes,
                proven.proof(),
                List.of());
        return DisclosureCheck.holds(
                currency.parameters,
                new AuditDisclosure(payment, List.of(proven.inputs().getFirst(), second), List.of(output)));
    }

    private static TransactionHeader header(HiddenCurrency currency) {
        return new TransactionHeader(
                currency.parameters.network(),
                new NamespaceId(1),
                currency.parameters.model().rulesVersion(),
                1,
                100,
                Bytes.of(new byte[TransactionHeader.NONCE_SIZE]));
    }

    private AuditDisclosure disclosure(HiddenCurrency currency) {
        return disclosure(currency, 400);
    }

    private AuditDisclosure disclosure(HiddenCurrency currency, long left) {
        ProvenPayment issue = currency.issue(currency.payout(0, 700));
        List<SpentToken> inputs = new ArrayList<>(List.of(currency.spend(issue, 0, 0)));
        if (currency.parameters.model() == PrivacyModel.UNLINKABLE) {
            inputs.add(new SpentToken.Padding(0));
        }
        TransactionHeader header = header(currency);
        List<Bytes> notes = List.of(Bytes.EMPTY, Bytes.EMPTY);
        long certifiers = currency.parameters.model() == PrivacyModel.UNLINKABLE ? 1 : 0;
        ProvenPayment proven = currency.prover.prove(
                HiddenPayment.context(header, Optional.empty(), certifiers, notes),
                List.of(currency.credential(0)),
                inputs,
                List.of(currency.payout(1, 300), currency.payout(0, left)));
        assertThat(currency.accepts(proven)).isEqualTo(left == 400);
        HiddenPayment payment = new HiddenPayment(
                header, Optional.empty(), certifiers, proven.statement(), notes, proven.proof(), List.of());
        return new AuditDisclosure(payment, proven.inputs(), proven.openings());
    }

    private static List<HiddenOpening> lies(HiddenOpening truth) {
        Scalar id = truth.enrollment();
        Scalar owner = truth.ownerBlinding();
        Scalar value = truth.valueBlinding();
        Amount more = Amount.of(truth.amount().minorUnits() + 1);
        return List.of(
                new HiddenOpening(id.add(Scalar.ONE), truth.amount(), owner, value),
                new HiddenOpening(id, more, owner, value),
                new HiddenOpening(id, truth.amount(), owner.add(Scalar.ONE), value));
    }

    private static List<HiddenOpening> with(List<HiddenOpening> all, int index, HiddenOpening other) {
        List<HiddenOpening> changed = new ArrayList<>(all);
        changed.set(index, other);
        return changed;
    }
}
