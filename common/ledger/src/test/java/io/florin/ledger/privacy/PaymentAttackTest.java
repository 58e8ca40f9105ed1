package io.florin.ledger.privacy;

import static io.florin.ledger.privacy.HiddenCurrency.EPOCH;
import static io.florin.ledger.privacy.HiddenCurrency.network;
import static io.florin.ledger.privacy.HiddenCurrency.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.privacy.PublicParameters.RangeParameters;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Attacks on a whole payment from outside: on bytes, points and the batch.
final class PaymentAttackTest {
    private static final Map<PrivacyModel, HiddenCurrency> CURRENCIES = new EnumMap<>(PrivacyModel.class);
    private static final Map<PrivacyModel, ProvenPayment> PAYMENTS = new EnumMap<>(PrivacyModel.class);

    private static HiddenCurrency currency(PrivacyModel model) {
        return CURRENCIES.computeIfAbsent(model, each -> new HiddenCurrency(each, new SplittableRandom(77)));
    }

    private static ProvenPayment payment(PrivacyModel model) {
        return PAYMENTS.computeIfAbsent(model, each -> currency(each).pay(300, 455));
    }

    /// Pitfall 13: a proof holds under the parameters it was made for. Those with a changed byte are none, or others
    /// with another digest, which begins the transcript; the first of each part are tried to the end.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void everyByteOfThePublicParametersIsOfTheirDigest(PrivacyModel model) {
        PublicParameters right = currency(model).parameters;
        Parts parts = Parts.of(right);
        assertThat(parts.parameters().digest()).isEqualTo(right.digest());
        assertThat(accepts(parts.parameters(), model)).isTrue();
        for (int part = 0; part < parts.bytes().size(); part++) {
            int tried = 0;
            for (int i = 0; i < parts.bytes().get(part).length; i++) {
                Optional<PublicParameters> other = parts.flipped(part, i, 1 << i % Byte.SIZE);
                if (other.isPresent()) {
                    assertThat(other.get().digest())
                            .as("part %d, byte %d", part, i)
                            .isNotEqualTo(right.digest());
                    assertThat(tried++ < TRIED_OF_A_PART && accepts(other.get(), model))
                            .as("part %d, byte %d", part, i)
                            .isFalse();
                }
            }
            assertThat(part > 0 || tried == 32).as("any bytes are a network").isTrue();
        }
    }

    private static final int TRIED_OF_A_PART = 3;

    /// Pitfall 13: every parameter by itself, all else being equal and valid.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAProofUnderAnyOtherParameter(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        PublicParameters right = currency.parameters;
        RangeParameters ranges = RangeParameters.DEFAULT;
        List<PublicParameters> others = new ArrayList<>();
        for (RangeParameters other : List.of(new RangeParameters(64, 4), new RangeParameters(32, 4))) {
            others.add(parameters(right, right.credentials().key(), other, right.format()));
        }
        boolean hides = model.hidesValue();
        for (PublicParameters narrow : others) {
            assertThat(accepts(narrow, model)).isEqualTo(!hides);
            assertThat(narrow.digest().equals(right.digest())).isEqualTo(!hides);
        }
        BbsPublicKey stranger = BbsSecretKey.generate(currency.random).publicKey();
        others = new ArrayList<>(List.of(
                parameters(right, stranger, ranges, right.format()),
                parameters(right, right.credentials().key(), ranges, PointFormat.UNCOMPRESSED),
                currency.parameters(model, network(8), 1, 1, right.format()),
                currency.parameters(model, network(7), 2, 1, right.format())));
        if (model == PrivacyModel.UNLINKABLE) {
            others.add(currency.parameters(model, network(7), 1, 2, right.format()));
            others.add(new HiddenCurrency(model, new SplittableRandom(78)).parameters);
        }
        for (int i = 0; i < others.size(); i++) {
            assertThat(others.get(i).digest()).as("parameters %d", i).isNotEqualTo(right.digest());
            assertThat(accepts(others.get(i), model)).as("parameters %d", i).isFalse();
        }
    }

    private static PublicParameters parameters(
            PublicParameters right, BbsPublicKey credentialKey, RangeParameters ranges, PointFormat format) {
        return new PublicParameters(
                right.network(),
                right.namespace(),
                right.model(),
                credentialKey,
                right.model() == PrivacyModel.UNLINKABLE ? Optional.of(right.certifiers()) : Optional.empty(),
                ranges,
                format);
    }

    private static boolean accepts(PublicParameters parameters, PrivacyModel model) {
        ProvenPayment payment = payment(model);
        return new PaymentVerifier(parameters)
                .accepts(payment.statement(), payment.proof().toArray(), currency(model).random);
    }

    /// Network, namespace, credential key; epoch, key and padding signature of certifiers.
    private record Parts(PrivacyModel model, PointFormat format, List<byte[]> bytes) {
        static Parts of(PublicParameters parameters) {
            List<byte[]> bytes = new ArrayList<>(List.of(
                    parameters.network().value().toArray(),
                    new byte[] {(byte) parameters.namespace().value()},
                    parameters.credentials().key().encode()));
            if (parameters.model() == PrivacyModel.UNLINKABLE) {
                CertifierParameters certifiers = parameters.certifiers();
                bytes.add(new byte[] {(byte) certifiers.epoch()});
                bytes.add(certifiers.key().encode());
                bytes.add(certifiers.padding().encode());
            }
            return new Parts(parameters.model(), parameters.format(), bytes);
        }

        Optional<PublicParameters> flipped(int part, int index, int mask) {
            List<byte[]> changed = new ArrayList<>(bytes);
            byte[] flipped = bytes.get(part).clone();
            flipped[index] ^= (byte) mask;
            changed.set(part, flipped);
            try {
                return Optional.of(new Parts(model, format, changed).parameters());
            } catch (IllegalArgumentException noParameters) {
                return Optional.empty();
            }
        }

        Optional<CertifierParameters> certifiers() {
            return model == PrivacyModel.UNLINKABLE
                    ? Optional.of(new CertifierParameters(
                            Byte.toUnsignedInt(bytes.get(3)[0]),
                            PsPublicKey.decode(bytes.get(4)),
                            G1.decode(bytes.get(5))))
                    : Optional.empty();
        }

        PublicParameters parameters() {
            return new PublicParameters(
                    NetworkId.of(bytes.get(0)),
                    new NamespaceId(Byte.toUnsignedInt(bytes.get(1)[0])),
                    model,
                    BbsPublicKey.decode(bytes.get(2)),
                    certifiers(),
                    RangeParameters.DEFAULT,
                    format);
        }
    }

    /// Pitfall 2: the identity, in either encoding's place, as each of the points of a proof.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesTheIdentityAsAnyPointOfTheProof(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        byte[] identity = G1.identity().encode();
        int points = Presentations.points(currency.parameters, payment.statement());
        for (int i = 0; i < points; i++) {
            byte[] proof = payment.proof().toArray();
            System.arraycopy(identity, 0, proof, i * identity.length, identity.length);
            assertThat(currency.verifier.accepts(payment.statement(), proof, currency.random))
                    .as("point %d", i)
                    .isFalse();
            byte[] shown = Arrays.copyOf(proof, points * identity.length);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Presentations.read(
                            currency.parameters,
                            payment.statement(),
                            new ProofReader(shown, PointFormat.COMPRESSED, points, 0),
                            new PointBuffer()));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new SerialNumber(G1.identity()));
    }

    /// Pitfalls 1 and 3: sn + T for T of order 3, the smallest there is, stands for the same spent token under another
    /// key; as does −sn, which is of the group and no serial number of it.
    @Test
    void refusesASerialNumberPlusAPointOfOrder3() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE);
        ProvenPayment payment = payment(PrivacyModel.UNLINKABLE);
        byte[] serial =
                PaymentStatement.serial(payment.statement().inputs().getFirst()).encode();
        byte[] shifted = plusOrder3(serial);
        assertThat(shifted).isNotEqualTo(serial);
        assertThatIllegalArgumentException().isThrownBy(() -> SerialNumber.decode(shifted));
        byte[] statement = replaced(HiddenCurrency.encode(payment.statement()), serial, shifted);
        assertThatThrownBy(() -> currency.decode(statement)).isInstanceOf(DecodeException.class);

        byte[] negated = serial.clone();
        negated[0] ^= 0x20;
        PaymentStatement other = currency.decode(replaced(HiddenCurrency.encode(payment.statement()), serial, negated));
        assertThat(currency.verifier.accepts(other, payment.proof().toArray(), currency.random))
                .isFalse();
    }

    /// Pitfalls 3, 15 and 17: a point of order 3 added to any point that the proof shows. The pairings would not notice
    /// it, but the transcript does; alone and in a batch.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAPointOfOrder3AddedToAnyPointOfTheProof(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        int points = Presentations.points(currency.parameters, payment.statement());
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < points; i++) {
            byte[] proof = payment.proof().toArray();
            byte[] shifted = plusOrder3(Arrays.copyOfRange(proof, i * G1.SIZE, (i + 1) * G1.SIZE));
            System.arraycopy(shifted, 0, proof, i * G1.SIZE, G1.SIZE);
            assertThat(currency.verifier.accepts(payment.statement(), proof, currency.random))
                    .as("point %d", i)
                    .isFalse();
            currency.verifier.append(payment.statement(), proof, batch.item());
        }
        currency.verifier.append(payment.statement(), payment.proof().toArray(), batch.item());
        assertThat(batch.verify(currency.random).invalid()).hasSize(points).doesNotContain(points);
    }

    private static byte[] replaced(byte[] bytes, byte[] old, byte[] with) {
        for (int i = 0; i + old.length <= bytes.length; i++) {
            if (Arrays.equals(old, Arrays.copyOfRange(bytes, i, i + old.length))) {
                byte[] changed = bytes.clone();
                System.arraycopy(with, 0, changed, i, with.length);
                return changed;
            }
        }
        throw new AssertionError("the bytes are not there");
    }

    /// Adds (0, 2), by the chord.
    private static byte[] plusOrder3(byte[] compressed) {
        BigInteger p = new BigInteger(
                "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16);
        byte[] coordinates = G1.decode(compressed).encodeUncompressed();
        BigInteger x = new BigInteger(1, Arrays.copyOf(coordinates, 48));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(coordinates, 48, 96));
        BigInteger slope = y.subtract(BigInteger.TWO).multiply(x.modInverse(p)).mod(p);
        BigInteger sumX = slope.multiply(slope).subtract(x).mod(p);
        BigInteger sumY = slope.multiply(sumX.negate()).subtract(BigInteger.TWO).mod(p);
        byte[] encoded = new byte[48];
        byte[] digits = sumX.toByteArray();
        int length = Math.min(48, digits.length);
        System.arraycopy(digits, digits.length - length, encoded, 48 - length, length);
        encoded[0] |= (byte) (sumY.shiftLeft(1).compareTo(p) > 0 ? 0xa0 : 0x80);
        return encoded;
    }

    /// Pitfall 14: two payments whose errors cancel in a sum without weights, in the responses of one scalar. What
    /// stands before the last challenge changes it, so errors there do not cancel; those of range proofs alone are in
    /// `BulletproofTest`.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void errorsOfTwoPaymentsDoNotCancel(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        UnaryOperator<Scalar> more = scalar -> scalar.add(Scalar.ONE);
        UnaryOperator<Scalar> less = scalar -> scalar.subtract(Scalar.ONE);
        VerificationBatch batch = new VerificationBatch();
        for (UnaryOperator<Scalar> error : List.of(UnaryOperator.<Scalar>identity(), more, less)) {
            byte[] proof = payment.proof().toArray();
            int last = proof.length - Scalar.SIZE;
            error.apply(Scalar.read(proof, last)).copyInto(proof, last);
            currency.verifier.append(payment.statement(), proof, batch.item());
        }
        assertThat(batch.verify(currency.random).invalid()).containsExactly(1, 2);
    }

    /// Pitfall 18: whoever holds the proof cannot put other notes, another expiry or another epoch around it.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void refusesAnotherContext(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        PaymentStatement said = payment.statement();
        for (PaymentContext context : List.of(
                PaymentContext.transfer(1_001, said.context().content()),
                PaymentContext.transfer(said.context().expiryHeight(), Bytes32.ZERO))) {
            PaymentStatement other = new PaymentStatement(context, EPOCH, said.owners(), said.inputs(), said.outputs());
            assertThat(currency.verifier.accepts(other, payment.proof().toArray(), currency.random))
                    .isFalse();
        }
    }

    /// The most that fits: sixteen tokens in and sixteen out, and not one more.
    @ParameterizedTest
    @EnumSource(names = {"ANONYMOUS", "CONFIDENTIAL"}) // unlinkable: HiddenPaymentBytesTest#theLargestPaymentFits
    void provesSixteenInputsAndOutputs(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        HiddenOpening[] issued = new HiddenOpening[PaymentStatement.TOKENS_MAX];
        Arrays.setAll(issued, i -> currency.payout(0, i + 1));
        ProvenPayment issue = currency.issue(issued);
        assertThat(currency.accepts(issue)).isTrue();
        List<SpentToken> inputs = new ArrayList<>();
        List<HiddenOpening> outputs = new ArrayList<>();
        for (int i = 0; i < PaymentStatement.TOKENS_MAX; i++) {
            inputs.add(currency.spend(issue, i, 0));
            outputs.add(currency.payout(1, PaymentStatement.TOKENS_MAX - i));
        }
        ProvenPayment payment = currency.prover.prove(transfer(), List.of(currency.credential(0)), inputs, outputs);
        assertThat(currency.accepts(payment)).isTrue();
        assertThat(payment.proof().size()).isLessThan(40 * 1024);
        byte[] wrong = payment.proof().toArray();
        wrong[wrong.length - 1] ^= 1;
        assertThat(currency.verifier.accepts(payment.statement(), wrong, currency.random))
                .isFalse();
        outputs.add(currency.payout(1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> currency.prover.prove(transfer(), List.of(currency.credential(0)), inputs, outputs));
    }

    /// Pitfall 23: a payment with one token looks like one with two, and so does what is left of nothing.
    @Test
    void aPaddedPaymentHasTheSizesOfAnyOther() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE);
        SpentToken token = currency.spend(currency.issue(currency.payout(0, 40)), 0, 0);
        ProvenPayment padded = currency.prover.prove(
                transfer(),
                List.of(currency.credential(0)),
                List.of(token, new SpentToken.Padding(0)),
                List.of(currency.payout(1, 40), currency.payout(0, 0)));
        assertThat(currency.accepts(padded)).isTrue();
        ProvenPayment usual = payment(PrivacyModel.UNLINKABLE);
        assertThat(padded.proof().size()).isEqualTo(usual.proof().size());
        assertThat(HiddenCurrency.encode(padded.statement())).hasSameSizeAs(HiddenCurrency.encode(usual.statement()));
    }

    /// Pitfall 11: an issue proves the opening of every output, so certifiers never sign a point that somebody chose.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void anIssueProvesTheOpeningsOfItsOutputs(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment issue = currency.issue(currency.payout(0, 5), currency.payout(1, 6));
        PaymentStatement said = issue.statement();
        List<G1> chosen = said.outputs().stream()
                .map(output -> output.owner().add(G1.generator()))
                .toList();
        for (int i = 0; i < chosen.size(); i++) {
            List<HiddenToken> outputs = new ArrayList<>(said.outputs());
            G1 owner = chosen.get(i);
            outputs.set(
                    i,
                    switch (outputs.get(i)) {
                        case HiddenToken.Anonymous(var _, var amount) -> new HiddenToken.Anonymous(owner, amount);
                        case HiddenToken.Confidential(var _, G1 value) -> new HiddenToken.Confidential(owner, value);
                        case HiddenToken.Unlinkable(var _, G1 value) -> new HiddenToken.Unlinkable(owner, value);
                    });
            PaymentStatement other = new PaymentStatement(said.context(), 0, 0, List.of(), outputs);
            assertThat(currency.verifier.accepts(other, issue.proof().toArray(), currency.random))
                    .isFalse();
        }
        assertThat(PaymentRelation.of(
                                currency.parameters,
                                said,
                                Presentations.read(
                                        currency.parameters,
                                        said,
                                        new ProofReader(
                                                Arrays.copyOf(
                                                        issue.proof().toArray(),
                                                        48 * Presentations.points(currency.parameters, said)),
                                                PointFormat.COMPRESSED,
                                                Presentations.points(currency.parameters, said),
                                                0),
                                        new PointBuffer()))
                        .elements())
                .containsAll(said.outputs().stream().map(HiddenToken::owner).toList());
    }

    /// Pitfall 30: fixed bases, tables and buffers are paid for once in a batch.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void aBatchCostsLessMemoryThanItsPaymentsAlone(PrivacyModel model) {
        allocated(model, 1);
        long one = allocated(model, 1);
        long sixteen = allocated(model, 16);
        assertThat(sixteen).isLessThan(16 * one);
        assertThat((allocated(model, 32) - sixteen) / 16)
                .as("bytes for one more payment: arrays, transcript and statement, no object for a point")
                .isLessThan(
                        switch (model) {
                            case CLEAR, ANONYMOUS -> 34_000;
                            case CONFIDENTIAL -> 76_000;
                            case UNLINKABLE -> 108_000;
                        });
    }

    private static long allocated(PrivacyModel model, int count) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        byte[] proof = payment.proof().toArray();
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < count; i++) {
            currency.verifier.append(payment.statement(), proof, batch.item());
        }
        assertThat(batch.verify(currency.random).allValid()).isTrue();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
