package io.florin.ledger.privacy;

import static io.florin.ledger.privacy.HiddenCurrency.EPOCH;
import static io.florin.ledger.privacy.HiddenCurrency.network;
import static io.florin.ledger.privacy.HiddenCurrency.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Issues, transfers and redemptions of every model that hides, honest and not.
final class HiddenPaymentTest {
    private static final Map<PrivacyModel, HiddenCurrency> CURRENCIES = new EnumMap<>(PrivacyModel.class);
    private static final Map<PrivacyModel, ProvenPayment> PAYMENTS = new EnumMap<>(PrivacyModel.class);

    private static HiddenCurrency currency(PrivacyModel model) {
        return CURRENCIES.computeIfAbsent(model, each -> new HiddenCurrency(each, new SplittableRandom(20261120)));
    }

    private static ProvenPayment payment(PrivacyModel model) {
        return PAYMENTS.computeIfAbsent(model, each -> currency(each).pay(300, 455));
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void provesATransfer(PrivacyModel model) {
        ProvenPayment payment = payment(model);
        assertThat(currency(model).accepts(payment)).isTrue();
        int size = switch (model) {
            case CLEAR -> 0;
            case ANONYMOUS -> 592;
            case CONFIDENTIAL -> 1_696;
            case UNLINKABLE -> 4_304 - 2 * 48 - 4 * 48; // serial numbers and A, B stand in the statement
        };
        assertThat(payment.proof().size()).isEqualTo(size);
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void provesManyShapes(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment issue = currency.issue(currency.payout(0, 100), currency.payout(1, 20), currency.payout(0, 3));
        assertThat(currency.accepts(issue)).as("issue").isTrue();
        for (int shape = 0; shape < 4; shape++) {
            List<SpentToken> inputs = new ArrayList<>(List.of(currency.spend(issue, 0, 0)));
            List<Credential> owners = new ArrayList<>(List.of(currency.credential(0)));
            long sum = 100;
            if (shape % 2 == 1) {
                inputs.add(currency.spend(issue, 1, 1));
                owners.add(currency.credential(1));
                sum += 20;
            }
            if (shape / 2 == 1) {
                inputs.add(currency.spend(issue, 2, 0));
                sum += 3;
            }
            List<HiddenOpening> payouts = new ArrayList<>(List.of(currency.payout(2, sum - shape)));
            for (int i = 0; i < shape; i++) {
                payouts.add(currency.payout(i, 1));
            }
            assertThat(currency.accepts(currency.prover.prove(transfer(), owners, inputs, payouts)))
                    .as("shape %d", shape)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void redeemsAPublicAmount(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment issue = currency.issue(currency.payout(0, 100));
        PaymentContext context = currency.request(TransactionKind.REDEEM, 40);
        List<SpentToken> inputs = List.of(currency.spend(issue, 0, 0));
        List<Credential> owners = List.of(currency.credential(0));
        assertThat(currency.accepts(currency.prover.prove(context, owners, inputs, List.of(currency.payout(0, 60)))))
                .isTrue();
        assertThat(currency.accepts(currency.prover.prove(context, owners, inputs, List.of(currency.payout(0, 61)))))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesMoneyFromNothing(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        assertThat(currency.accepts(currency.pay(300, 456))).isFalse();
        assertThat(currency.accepts(currency.pay(300, 454))).isFalse();
        ProvenPayment more = currency.prover.prove(
                currency.request(TransactionKind.ISSUE, 10), List.of(), List.of(), List.of(currency.payout(0, 11)));
        assertThat(currency.accepts(more)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesTheSameInputTwice(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        SpentToken token = currency.spend(currency.issue(currency.payout(0, 50)), 0, 0);
        ProvenPayment twice = currency.prover.prove(
                transfer(), List.of(currency.credential(0)), List.of(token, token), List.of(currency.payout(1, 100)));
        assertThat(currency.accepts(twice)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAnotherOwnersToken(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        SpentToken token = currency.spend(currency.issue(currency.payout(0, 50)), 0, 0);
        ProvenPayment theft = currency.prover.prove(
                transfer(), List.of(currency.credential(1)), List.of(token), List.of(currency.payout(1, 50)));
        assertThat(currency.accepts(theft)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAForeignCredentialAndAnotherEpoch(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        BbsSecretKey stranger = BbsSecretKey.generate(currency.random);
        SpentToken token = currency.spend(currency.issue(currency.payout(0, 50)), 0, 0);
        Credential foreign = currency.credential(0, stranger, EPOCH, currency.parameters);
        assertThat(currency.accepts(currency.prover.prove(
                        transfer(), List.of(foreign), List.of(token), List.of(currency.payout(1, 50)))))
                .isFalse();
        Credential old = currency.credential(0, currency.authority(), EPOCH - 1, currency.parameters);
        ProvenPayment payment =
                currency.prover.prove(transfer(), List.of(old), List.of(token), List.of(currency.payout(1, 50)));
        PaymentStatement said = payment.statement();
        assertThat(said.credentialEpoch()).isEqualTo(EPOCH - 1);
        PaymentStatement renamed =
                new PaymentStatement(said.context(), EPOCH, said.owners(), said.inputs(), said.outputs());
        assertThat(currency.verifier.accepts(renamed, payment.proof().toArray(), currency.random))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAReplayUnderOtherParameters(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        PointFormat format = PointFormat.COMPRESSED;
        for (PublicParameters other : List.of(
                currency.parameters(model, network(8), 1, 1, format),
                currency.parameters(model, network(7), 2, 1, format),
                currency.parameters(model, network(7), 1, 1, PointFormat.UNCOMPRESSED))) {
            assertThat(new PaymentVerifier(other)
                            .accepts(payment.statement(), payment.proof().toArray(), currency.random))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesEveryFlippedByteOfTheStatement(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        byte[] bytes = HiddenCurrency.encode(payment.statement());
        assertThat(currency.decode(bytes)).isEqualTo(payment.statement());
        int decoded = 0;
        int verified = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= 1;
            boolean isFree = decodes(currency, flipped);
            if (!isFree) {
                flipped[i] ^= 0x21; // the sign of y instead, with which a point remains one
            }
            if (!isFree && !decodes(currency, flipped)) {
                continue;
            }
            decoded++;
            // bytes that may be anything: all in the anonymous model, which has each kind of them; elsewhere a third
            if (isFree && model.hidesValue() && i % 3 != model.ordinal() % 3) {
                continue;
            }
            verified++;
            assertThat(accepts(currency, flipped, payment.proof().toArray()))
                    .as("byte %d", i)
                    .isFalse();
        }
        int others = 32 + 8 + 4; // content, expiry and epoch, whose bytes are free
        int points = model.hidesValue() ? model == PrivacyModel.UNLINKABLE ? 6 : 8 : 4;
        assertThat(decoded).as("changes that decode, of every point too").isGreaterThanOrEqualTo(others + points);
        assertThat(verified)
                .as("changes that are verified")
                .isGreaterThanOrEqualTo((model.hidesValue() ? others / 3 : others) + points);
    }

    private static boolean decodes(HiddenCurrency currency, byte[] statement) {
        try {
            currency.decode(statement);
            return true;
        } catch (DecodeException malformed) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAChangeInEveryElementOfTheProof(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        byte[] statement = HiddenCurrency.encode(payment.statement());
        for (int i = 15; i < payment.proof().size(); i += Scalar.SIZE) {
            byte[] proof = payment.proof().toArray();
            proof[i] ^= 1;
            assertThat(accepts(currency, statement, proof)).as("byte %d", i).isFalse();
        }
        byte[] shorter =
                Arrays.copyOf(payment.proof().toArray(), payment.proof().size() - 1);
        assertThat(accepts(currency, statement, shorter)).isFalse();
    }

    private static boolean accepts(HiddenCurrency currency, byte[] statement, byte[] proof) {
        try {
            return currency.verifier.accepts(currency.decode(statement), proof, currency.random);
        } catch (DecodeException malformed) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesSwappedOutputs(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        PaymentStatement statement = payment.statement();
        PaymentStatement swapped = new PaymentStatement(
                statement.context(),
                statement.credentialEpoch(),
                statement.owners(),
                statement.inputs(),
                statement.outputs().reversed());
        assertThat(currency.verifier.accepts(swapped, payment.proof().toArray(), currency.random))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void aBatchNamesTheWrongPayments(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < 32; i++) {
            ProvenPayment payment = payment(model);
            byte[] proof = payment.proof().toArray();
            if (i == 3 || i == 20) {
                proof[proof.length - 1] ^= 1;
            }
            currency.verifier.append(payment.statement(), proof, batch.item());
        }
        assertThat(batch.verify(currency.random).invalid()).containsExactly(3, 20);
    }

    /// The bytes of a confidential and an unlinkable token are alike, so their model is compared.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesTokensOfAnotherModel(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        PaymentStatement said = payment(model).statement();
        List<HiddenToken> outputs = new ArrayList<>(said.outputs());
        G1 point = G1.generator();
        outputs.set(
                1,
                switch (said.outputs().get(1)) {
                    case HiddenToken.Anonymous(G1 owner, var _) -> new HiddenToken.Confidential(owner, point);
                    case HiddenToken.Confidential(G1 owner, G1 value) -> new HiddenToken.Unlinkable(owner, value);
                    case HiddenToken.Unlinkable(G1 owner, G1 value) -> new HiddenToken.Confidential(owner, value);
                });
        refuses(currency, said.inputs(), outputs, "an output of another model");
        List<PaymentStatement.Input> inputs = new ArrayList<>(said.inputs());
        HiddenToken other = model == PrivacyModel.CONFIDENTIAL
                ? new HiddenToken.Unlinkable(point, point)
                : new HiddenToken.Confidential(point, point);
        inputs.set(
                1,
                new PaymentStatement.Input.Named(
                        0, new HiddenTokenReference(new TransactionId(Bytes32.ZERO), 0, other)));
        refuses(currency, inputs, said.outputs(), "an input of another model");
    }

    private static void refuses(
            HiddenCurrency currency, List<PaymentStatement.Input> inputs, List<HiddenToken> outputs, String reason) {
        ProvenPayment payment = payment(currency.parameters.model());
        PaymentStatement statement = new PaymentStatement(payment.statement().context(), EPOCH, 1, inputs, outputs);
        assertThatThrownBy(() -> statement.check(currency.parameters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
        assertThat(currency.verifier.accepts(statement, payment.proof().toArray(), currency.random))
                .isFalse();
    }

    /// Where values are hidden, what is left of a redemption is an output, of value zero perhaps: without one nothing
    /// would say that inputs are worth no less than what is paid out.
    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void refusesARedemptionWithoutARest(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        PaymentStatement said = payment(model).statement();
        PaymentStatement all =
                new PaymentStatement(currency.request(TransactionKind.REDEEM, 755), EPOCH, 1, said.inputs(), List.of());
        assertThatThrownBy(() -> all.check(currency.parameters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no output to carry what is left");
    }

    @Test
    void tenPaymentsInARowFromOneToken() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE);
        SpentToken token = currency.spend(currency.issue(currency.payout(0, 100)), 0, 0);
        for (int left = 99; left >= 90; left--) {
            ProvenPayment payment = currency.prover.prove(
                    transfer(),
                    List.of(currency.credential(0)),
                    List.of(token, new SpentToken.Padding(0)),
                    List.of(currency.payout(1, 1), currency.payout(0, left)));
            assertThat(currency.accepts(payment)).as("%d left", left).isTrue();
            token = currency.spend(payment, 1, 0);
        }
    }

    @Test
    void paddingIsWorthNothing() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE);
        ProvenPayment payment = currency.prover.prove(
                transfer(),
                List.of(currency.credential(0)),
                List.of(new SpentToken.Padding(0), new SpentToken.Padding(0)),
                List.of(currency.payout(1, 1)));
        assertThat(currency.accepts(payment)).isFalse();
    }

    /// A token's serial number is a function of its seed: nobody spends it under another.
    @Test
    void refusesATokenUnderAnotherSeed() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE);
        SpentToken.Certified token =
                (SpentToken.Certified) currency.spend(currency.issue(currency.payout(0, 50)), 0, 0);
        SpentToken other =
                new SpentToken.Certified(0, token.opening(), token.seed().add(Scalar.ONE), token.signature());
        assertThat(currency.accepts(currency.prover.prove(
                        transfer(), List.of(currency.credential(0)), List.of(other), List.of(currency.payout(1, 50)))))
                .isFalse();
    }

    /// A second serial number of the same token would be its sum with a point of small order.
    @Test
    void refusesASerialNumberOutsideThePrimeOrderGroup() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE);
        ProvenPayment payment = payment(PrivacyModel.UNLINKABLE);
        byte[] statement = HiddenCurrency.encode(payment.statement());
        byte[] serial =
                PaymentStatement.serial(payment.statement().inputs().getFirst()).encode();
        int position = 0;
        while (!Arrays.equals(serial, Arrays.copyOfRange(statement, position, position + serial.length))) {
            position++;
        }
        byte[] outside = outsideTheGroup();
        System.arraycopy(outside, 0, statement, position, outside.length);
        assertThatThrownBy(() -> currency.decode(statement)).isInstanceOf(DecodeException.class);
        System.arraycopy(serial, 0, statement, position, serial.length);
        assertThat(currency.decode(statement)).isEqualTo(payment.statement());
    }

    /// A point of the curve, of which almost none is in the group.
    private static byte[] outsideTheGroup() {
        byte[] encoded = new byte[G1.SIZE];
        encoded[0] = (byte) 0x80;
        for (int x = 1; x < 100; x++) {
            encoded[G1.SIZE - 1] = (byte) x;
            try {
                CurvePoint.decode(encoded);
                return encoded;
            } catch (IllegalArgumentException notOnTheCurve) {
                continue;
            }
        }
        throw new AssertionError("no point");
    }

    @Test
    void noTokenHoldsTheIdentity() {
        G1 point = G1.generator();
        assertThatThrownBy(() -> new HiddenToken.Unlinkable(point, G1.identity()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HiddenToken.Confidential(G1.identity(), point))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HiddenToken.Anonymous(G1.identity(), Amount.of(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HiddenToken.Anonymous(point, Amount.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
