package io.florin.ledger.privacy;

import static io.florin.ledger.privacy.HiddenCurrency.id;
import static io.florin.ledger.privacy.HiddenCurrency.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DiscreteLogTable;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.privacy.PublicParameters.RangeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Auditors' view of payments of a currency under passive audit.
final class PassiveAuditTest {
    private static final String CLEAR = "CLEAR";
    private static final long LARGE = (5L << 32) + 17;
    private static final DiscreteLogTable TABLE = new DiscreteLogTable(Generators.VALUE, 8);
    private static final Map<PrivacyModel, HiddenCurrency> CURRENCIES = new EnumMap<>(PrivacyModel.class);

    private static final Map<PrivacyModel, ProvenPayment> PAYMENTS = new EnumMap<>(PrivacyModel.class);

    private static HiddenCurrency currency(PrivacyModel model) {
        return CURRENCIES.computeIfAbsent(
                model,
                each -> HiddenCurrency.audited(
                        each, RangeParameters.DEFAULT, PointFormat.COMPRESSED, new SplittableRandom(27)));
    }

    /// The auditors' view: payers and payees by their ids, and values where they are hidden.
    private record Read(List<G1> payers, List<G1> payees, List<Long> values) {}

    private static Read read(HiddenCurrency currency, PaymentStatement statement) {
        List<G1> payers = new ArrayList<>();
        List<G1> payees = new ArrayList<>();
        List<Long> values = new ArrayList<>();
        for (AuditCiphertexts.Sealed sealed : AuditCiphertexts.sealed(statement)) {
            G1 opened = currency.auditors.orElseThrow().open(sealed);
            switch (sealed.part()) {
                case AuditCiphertexts.Part.Payer(int owner) -> {
                    assertThat(owner).isEqualTo(payers.size());
                    payers.add(opened);
                }
                case AuditCiphertexts.Part.Payee(int output) -> {
                    assertThat(output).isEqualTo(payees.size());
                    payees.add(opened);
                }
                case AuditCiphertexts.Part.Value(int output, int limb) -> {
                    long found = TABLE.find(opened, ValueLimbs.BITS).orElseThrow();
                    if (limb == 0) {
                        assertThat(output).isEqualTo(values.size());
                        values.add(found);
                    } else {
                        values.set(output, new ValueLimbs(values.get(output), found).value());
                    }
                }
            }
        }
        return new Read(payers, payees, values);
    }

    private static List<G1> ids(int... holders) {
        List<G1> ids = new ArrayList<>();
        for (int holder : holders) {
            ids.add(Generators.ENROLLMENT.multiply(id(holder)));
        }
        return ids;
    }

    private static void reads(
            HiddenCurrency currency, ProvenPayment payment, List<G1> payers, List<G1> payees, Long... values) {
        assertThat(currency.accepts(payment)).isTrue();
        List<Long> hidden = currency.parameters.model().hidesValue() ? List.of(values) : List.of();
        assertThat(read(currency, payment.statement())).isEqualTo(new Read(payers, payees, hidden));
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void opensToExactlyTheTruth(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment issue = currency.issue(currency.payout(0, LARGE), currency.payout(1, 300));
        reads(currency, issue, ids(), ids(0, 1), LARGE, 300L);

        ProvenPayment alone = currency.prover.prove(
                transfer(),
                List.of(currency.credential(0)),
                List.of(currency.spend(issue, 0, 0)),
                List.of(currency.payout(2, (4L << 32) + 1), currency.payout(0, (1L << 32) + 16)));
        reads(currency, alone, ids(0), ids(2, 0), (4L << 32) + 1, (1L << 32) + 16);

        ProvenPayment both = currency.prover.prove(
                transfer(),
                List.of(currency.credential(0), currency.credential(1)),
                List.of(currency.spend(issue, 0, 0), currency.spend(issue, 1, 1)),
                List.of(currency.payout(1, 1), currency.payout(2, LARGE + 298), currency.payout(1, 1)));
        reads(currency, both, ids(0, 1), ids(1, 2, 1), 1L, LARGE + 298, 1L);

        ProvenPayment redeem = currency.prover.prove(
                currency.request(TransactionKind.REDEEM, LARGE - 9),
                List.of(currency.credential(0)),
                List.of(currency.spend(issue, 0, 0)),
                List.of(currency.payout(0, 9)));
        reads(currency, redeem, ids(0), ids(0), 9L);

        ProvenPayment one = currency.issue(currency.payout(2, 2 * LARGE));
        reads(currency, one, ids(), ids(2), 2 * LARGE);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONFIDENTIAL", "UNLINKABLE"})
    void opensValuesOf32BitsInOneLimb(PrivacyModel model) {
        HiddenCurrency currency = HiddenCurrency.audited(
                model, new RangeParameters(32, 1), PointFormat.UNCOMPRESSED, new SplittableRandom(28));
        ProvenPayment issue = currency.issue(currency.payout(0, 700), currency.payout(0, 55));
        reads(currency, issue, ids(), ids(0, 0), 700L, 55L);
        ProvenPayment payment = currency.prover.prove(
                transfer(),
                List.of(currency.credential(0)),
                List.of(currency.spend(issue, 0, 0), currency.spend(issue, 1, 0)),
                List.of(currency.payout(1, 300), currency.payout(0, 455)));
        reads(currency, payment, ids(0), ids(1, 0), 300L, 455L);
        reads(currency, currency.issue(currency.payout(1, 9)), ids(), ids(1), 9L);
        assertThat(payment.statement().audit().orElseThrow().limbs()).isOne();
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void sealsOnlyWhatIsHidden(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        ProvenPayment payment = payment(model);
        int points = switch (model) {
            case CLEAR -> 0;
            case ANONYMOUS -> 4;
            case CONFIDENTIAL -> 10;
            case UNLINKABLE -> 14;
        };
        assertThat(payment.statement().audit().orElseThrow().points()).hasSize(points);
        int proof = switch (model) {
            case CLEAR -> 0;
            case ANONYMOUS -> 592 + 448;
            case CONFIDENTIAL -> 1_696 + 1_088;
            case UNLINKABLE -> 4_304 - 6 * 48 + 704;
        };
        assertThat(payment.proof().size()).isEqualTo(proof);
        assertThat(currency.decode(HiddenCurrency.encode(payment.statement()))).isEqualTo(payment.statement());
    }

    private static ProvenPayment payment(PrivacyModel model) {
        return PAYMENTS.computeIfAbsent(model, each -> currency(each).pay(300, 455));
    }

    private static PaymentStatement with(PaymentStatement said, Optional<AuditCiphertexts> audit) {
        return new PaymentStatement(
                said.context(), said.credentialEpoch(), said.owners(), said.inputs(), said.outputs(), audit);
    }

    private static boolean accepts(PrivacyModel model, PaymentStatement statement) {
        HiddenCurrency currency = currency(model);
        return currency.verifier.accepts(statement, payment(model).proof().toArray(), currency.random);
    }

    /// Pitfalls 13 and 18; a point with a flipped bit is none of the group, or another, as its negative is.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesEveryFlippedByteOfTheCiphertexts(PrivacyModel model) {
        PaymentStatement statement = payment(model).statement();
        byte[] bytes = HiddenCurrency.encode(statement);
        int size = statement.audit().orElseThrow().points().size() * G1.SIZE;
        int begin = bytes.length - size;
        int other = 0;
        int none = 0;
        for (int i = begin; i < bytes.length; i++) {
            int point = (i - begin) / G1.SIZE;
            for (int mask : (bytes[i] & 0x80) != 0 ? new int[] {1, 0x20} : new int[] {1}) {
                byte[] flipped = bytes.clone();
                flipped[i] ^= (byte) mask;
                boolean isPoint = isPoint(flipped, begin + point * G1.SIZE);
                // what is no point is none of a statement: asked for a third of each point, another one in the next
                if (!isPoint && (i + point + model.ordinal()) % 3 != 0) {
                    none++;
                    continue;
                }
                Optional<PaymentStatement> read = decode(model, flipped);
                assertThat(read.isPresent()).as("byte %d", i).isEqualTo(isPoint);
                if (read.isEmpty()) {
                    none++;
                    continue;
                }
                other++;
                assertThat(accepts(model, read.get())).as("byte %d", i).isFalse();
            }
        }
        assertThat(other).as("negated points").isGreaterThanOrEqualTo(size / G1.SIZE);
        assertThat(other + none).as("every byte").isGreaterThanOrEqualTo(size);
        assertThat(accepts(model, statement)).isTrue();
    }

    private static boolean isPoint(byte[] bytes, int at) {
        try {
            G1.decode(Arrays.copyOfRange(bytes, at, at + G1.SIZE));
            return true;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /// Each owner has two points among the ciphertexts, each of which costs a check.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesMoreOwnersThanInputsBeforeItReadsPoints(PrivacyModel model) {
        byte[] bytes = HiddenCurrency.encode(payment(model).statement());
        int owners = 32 + 8 + 4;
        assertThat(bytes[owners]).isEqualTo((byte) 1);
        assertThat(bytes[owners + 1]).isEqualTo((byte) 2);
        bytes[owners] = 3;
        assertThatExceptionOfType(DecodeException.class)
                .isThrownBy(() -> currency(model).decode(bytes))
                .withMessageContaining("more owners than inputs");
    }

    private static Optional<PaymentStatement> decode(PrivacyModel model, byte[] bytes) {
        try {
            return Optional.of(currency(model).decode(bytes));
        } catch (DecodeException malformed) {
            return Optional.empty();
        }
    }

    /// Pitfall 18: ciphertexts of two outputs, or of payer and payee, change places.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesSwappedCiphertexts(PrivacyModel model) {
        PaymentStatement statement = payment(model).statement();
        AuditCiphertexts audit = statement.audit().orElseThrow();
        int ofAnOutput = (audit.points().size() - 2) / 2;
        for (int distance : ofAnOutput == 1 ? new int[] {1} : new int[] {1, ofAnOutput}) {
            for (int i = 0; i + distance < audit.points().size(); i++) {
                List<G1> points = new ArrayList<>(audit.points());
                Collections.swap(points, i, i + distance);
                PaymentStatement swapped = with(statement, Optional.of(new AuditCiphertexts(audit.limbs(), points)));
                assertThat(accepts(model, swapped))
                        .as("%d and %d more", i, distance)
                        .isFalse();
            }
        }
    }

    /// Pitfall 26: handles under another key; and another key, epoch or threshold in the parameters.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesCiphertextsUnderAnotherKey(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        PaymentStatement statement = payment(model).statement();
        AuditParameters right = currency.parameters.audit().orElseThrow();
        AuditPublicKey stranger = new TestAuditors(1, new SplittableRandom(3)).key();
        AuditPublicKey key = right.key();
        for (AuditParameters other : List.of(
                new AuditParameters(1, stranger),
                new AuditParameters(2, key),
                new AuditParameters(
                        1,
                        new AuditPublicKey(
                                key.point(),
                                2,
                                List.of(1, 2),
                                key.verificationPoints().subList(0, 2))))) {
            PublicParameters parameters = currency.parameters(model, Optional.of(other));
            assertThat(parameters.digest()).isNotEqualTo(currency.parameters.digest());
            assertThat(new PaymentVerifier(parameters)
                            .accepts(statement, payment(model).proof().toArray(), currency.random))
                    .isFalse();
        }
        PublicParameters same = currency.parameters(model, Optional.of(right));
        assertThat(same.digest()).isEqualTo(currency.parameters.digest());
    }

    /// A payment without ciphertexts where there is a key, and with them where there is none.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void ciphertextsAndKeyGoTogether(PrivacyModel model) {
        HiddenCurrency currency = currency(model);
        PaymentStatement statement = payment(model).statement();
        PublicParameters unaudited = currency.parameters(model, Optional.empty());
        assertThat(accepts(model, with(statement, Optional.empty()))).isFalse();
        assertThat(statement.isSealedFor(unaudited)).isFalse();
        assertThat(new PaymentVerifier(unaudited)
                        .accepts(statement, payment(model).proof().toArray(), currency.random))
                .isFalse();
        PaymentProver clear = new PaymentProver(unaudited, currency.random);
        ProvenPayment issue = clear.prove(
                currency.request(TransactionKind.ISSUE, 5), List.of(), List.of(), List.of(currency.payout(0, 5)));
        assertThat(new PaymentVerifier(unaudited)
                        .accepts(issue.statement(), issue.proof().toArray(), currency.random))
                .isTrue();
        assertThat(currency.accepts(issue)).isFalse();
        AuditCiphertexts audit = statement.audit().orElseThrow();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(
                        statement,
                        Optional.of(new AuditCiphertexts(
                                audit.limbs(),
                                audit.points().subList(0, audit.points().size() - 1)))));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        with(statement, Optional.of(new AuditCiphertexts((audit.limbs() + 1) % 3, audit.points()))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditCiphertexts(audit.limbs(), List.of(G1.identity())));
        if (model.hidesValue()) {
            int points = AuditCiphertexts.count(statement.owners(), statement.outputs(), 1);
            AuditCiphertexts oneLimb = new AuditCiphertexts(1, audit.points().subList(0, points));
            PaymentStatement narrow = with(statement, Optional.of(oneLimb));
            assertThat(narrow.isSealedFor(currency.parameters))
                    .as("one limb of two")
                    .isFalse();
            assertThat(accepts(model, narrow)).isFalse();
        }
    }
}
