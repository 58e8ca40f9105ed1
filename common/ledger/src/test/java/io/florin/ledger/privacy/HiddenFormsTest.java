package io.florin.ledger.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.privacy.PublicParameters.RangeParameters;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What names, keys, bases and digests are functions of, and which statements cannot be made.
final class HiddenFormsTest {
    private static final HiddenCurrency CURRENCY =
            new HiddenCurrency(PrivacyModel.UNLINKABLE, new SplittableRandom(31));
    private static final NamespaceId ONE = new NamespaceId(1);
    private static final NamespaceId TWO = new NamespaceId(2);

    private static PublicParameters parameters(
            PrivacyModel model, RangeParameters ranges, Optional<AuditParameters> audit) {
        PublicParameters right = CURRENCY.parameters;
        return new PublicParameters(
                right.network(),
                ONE,
                model,
                right.credentials().key(),
                model == PrivacyModel.UNLINKABLE ? Optional.of(right.certifiers()) : Optional.empty(),
                ranges,
                PointFormat.COMPRESSED,
                audit);
    }

    /// Pitfall 13: the audit key with its epoch and members, and the limbs of a value, begin each transcript. Two of
    /// these have ranges of the same form, and differ in limbs alone.
    @Test
    void theAuditKeyIsInTheDigestOfTheParameters() {
        TestAuditors auditors = new TestAuditors(1, CURRENCY.random);
        RangeParameters ranges = RangeParameters.DEFAULT;
        List<Optional<AuditParameters>> audits = List.of(
                Optional.empty(),
                Optional.of(new AuditParameters(1, auditors.key())),
                Optional.of(new AuditParameters(2, auditors.key())),
                Optional.of(new AuditParameters(1, auditors.refreshed().key())),
                Optional.of(new AuditParameters(1, new TestAuditors(1, CURRENCY.random).key())));
        for (PrivacyModel model : List.of(PrivacyModel.ANONYMOUS, PrivacyModel.CONFIDENTIAL, PrivacyModel.UNLINKABLE)) {
            assertThat(audits.stream()
                            .map(audit -> parameters(model, ranges, audit).digest()))
                    .as("%s", model)
                    .doesNotHaveDuplicates();
        }
        PublicParameters oneLimb = parameters(PrivacyModel.CONFIDENTIAL, new RangeParameters(32, 4), audits.get(1));
        PublicParameters twoLimbs = parameters(PrivacyModel.CONFIDENTIAL, new RangeParameters(64, 2), audits.get(1));
        assertThat(oneLimb.ranges().values()).isEqualTo(twoLimbs.ranges().values());
        assertThat(oneLimb.limbs()).isEqualTo(1);
        assertThat(twoLimbs.limbs()).isEqualTo(2);
        assertThat(oneLimb.digest()).isNotEqualTo(twoLimbs.digest());
    }

    /// Whoever could choose the padding's signature could choose what padding is worth.
    @Test
    void onlyThePaddingThatTheKeySignedForThisNamespaceAndEpochIsTaken() {
        CertifierParameters right = CURRENCY.certifiers(ONE, 1);
        taken(ONE, right);
        refused(ONE, new CertifierParameters(1, right.key(), right.padding().add(G1.generator())));
        refused(ONE, new CertifierParameters(2, right.key(), right.padding()));
        refused(TWO, right);
        taken(TWO, CURRENCY.certifiers(TWO, 1));
        CertifierParameters others =
                new HiddenCurrency(PrivacyModel.UNLINKABLE, new SplittableRandom(32)).certifiers(ONE, 1);
        refused(ONE, new CertifierParameters(1, others.key(), right.padding()));
        assertThat(others.paddingBase(ONE)).isNotEqualTo(right.paddingBase(ONE));
    }

    private static PublicParameters with(NamespaceId namespace, CertifierParameters certifiers) {
        return new PublicParameters(
                CURRENCY.parameters.network(),
                namespace,
                PrivacyModel.UNLINKABLE,
                CURRENCY.parameters.credentials().key(),
                Optional.of(certifiers),
                RangeParameters.DEFAULT,
                PointFormat.COMPRESSED);
    }

    private static void taken(NamespaceId namespace, CertifierParameters certifiers) {
        assertThat(with(namespace, certifiers).certifiers()).isEqualTo(certifiers);
    }

    private static void refused(NamespaceId namespace, CertifierParameters certifiers) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(namespace, certifiers))
                .withMessage("the padding token is not certified");
    }

    private static TransactionId transaction(int number) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) number;
        return new TransactionId(Bytes32.of(bytes));
    }

    /// A key names one token: two with one key could be spent only once together.
    @Test
    void aTokensKeyIsOfItsTransactionPlaceModelAndBytes() {
        G1 point = G1.generator();
        HiddenToken token = new HiddenToken.Confidential(point, point);
        HiddenToken sameBytes = new HiddenToken.Unlinkable(point, point);
        assertThat(sameBytes.encode()).isEqualTo(token.encode());
        assertThat(Stream.of(
                        new HiddenTokenReference(transaction(1), 0, token).key(ONE),
                        new HiddenTokenReference(transaction(1), 0, token).key(TWO),
                        new HiddenTokenReference(transaction(2), 0, token).key(ONE),
                        new HiddenTokenReference(transaction(1), 1, token).key(ONE),
                        new HiddenTokenReference(transaction(1), 15, token).key(ONE),
                        new HiddenTokenReference(transaction(1), 0, sameBytes).key(ONE),
                        new HiddenTokenReference(transaction(1), 0, new HiddenToken.Confidential(point, point.negate()))
                                .key(ONE)))
                .doesNotHaveDuplicates();
        for (int index : List.of(-1, 16)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new HiddenTokenReference(transaction(1), index, token));
        }
    }

    /// Pitfall 10: a base is of all keys that a transaction reads, in their order, and of the output's place.
    @Test
    void everyOutputHasABaseAndASeedOfItsOwn() {
        List<StateKey> keys = IntStream.range(0, 3)
                .mapToObj(i -> StateKeys.withdrawal(ONE, transaction(i).value()))
                .toList();
        List<OutputBases> all = List.of(
                OutputBases.of(PrivacyModel.UNLINKABLE, keys, 3),
                OutputBases.of(PrivacyModel.UNLINKABLE, keys.subList(0, 2), 3),
                OutputBases.of(PrivacyModel.UNLINKABLE, keys.subList(0, 1), 3),
                OutputBases.of(PrivacyModel.UNLINKABLE, keys.reversed(), 3));
        assertThat(all.stream().flatMap(each -> IntStream.range(0, 3).mapToObj(each::ownerBase)))
                .doesNotHaveDuplicates()
                .hasSize(12);
        assertThat(all.stream().flatMap(each -> IntStream.range(0, 3).mapToObj(each::seed)))
                .doesNotHaveDuplicates();
        assertThat(all.getFirst().valueBase(2)).isEqualTo(all.getFirst().ownerBase(2));
        OutputBases fixed = OutputBases.of(PrivacyModel.CONFIDENTIAL, keys, 3);
        assertThat(fixed.ownerBase(2)).isEqualTo(Generators.ENROLLMENT);
        assertThat(fixed.valueBase(2)).isEqualTo(Generators.VALUE);
    }

    private static PaymentContext context(TransactionKind kind) {
        boolean transfer = kind == TransactionKind.TRANSFER;
        return new PaymentContext(
                kind,
                transfer ? Amount.ZERO : Amount.of(5),
                transfer ? Optional.empty() : Optional.of(Bytes32.fromHex("01".repeat(32))),
                100,
                Bytes32.ZERO);
    }

    /// A withdrawal and a redemption of one id do not stand in each other's way, and each happens once.
    @Test
    void aRequestsKeyIsOfItsKind() {
        Bytes32 id = context(TransactionKind.ISSUE).request().orElseThrow();
        assertThat(context(TransactionKind.ISSUE).requestKeys(ONE)).containsExactly(StateKeys.withdrawal(ONE, id));
        assertThat(context(TransactionKind.REDEEM).requestKeys(ONE)).containsExactly(StateKeys.redemption(ONE, id));
        assertThat(context(TransactionKind.TRANSFER).requestKeys(ONE)).isEmpty();
        assertThat(StateKeys.withdrawal(ONE, id)).isNotEqualTo(StateKeys.redemption(ONE, id));
    }

    private static PaymentStatement.Input input(int owner) {
        return new PaymentStatement.Input.Unnamed(
                owner, SerialNumber.of(Scalar.ofLong(99 + owner), Scalar.random(CURRENCY.random)));
    }

    private static void impossible(
            String why, TransactionKind kind, long epoch, int owners, List<Integer> inputs, int outputs) {
        List<PaymentStatement.Input> made =
                inputs.stream().map(HiddenFormsTest::input).toList();
        List<HiddenToken> tokens =
                Collections.nCopies(outputs, new HiddenToken.Unlinkable(G1.generator(), G1.generator()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PaymentStatement(context(kind), epoch, owners, made, tokens))
                .withMessage(why);
    }

    @Test
    void statementsThatSayNothingSensibleCannotBeMade() {
        TransactionKind transfer = TransactionKind.TRANSFER;
        TransactionKind issue = TransactionKind.ISSUE;
        impossible("an issue, and only an issue, has no inputs", transfer, 0, 0, List.of(), 1);
        impossible("an issue, and only an issue, has no inputs", TransactionKind.REDEEM, 0, 0, List.of(), 1);
        impossible("an issue, and only an issue, has no inputs", issue, 0, 1, List.of(0), 1);
        impossible("no outputs", transfer, 1, 1, List.of(0), 0);
        impossible("no outputs", issue, 0, 0, List.of(), 0);
        impossible("an epoch has 32 bits, and an issue none", transfer, -1, 1, List.of(0), 1);
        impossible("an epoch has 32 bits, and an issue none", transfer, 1L << 32, 1, List.of(0), 1);
        impossible("an epoch has 32 bits, and an issue none", issue, 1, 0, List.of(), 1);
        impossible("owners are numbered by their first input", transfer, 1, 1, List.of(1), 1);
        impossible("owners are numbered by their first input", transfer, 1, 2, List.of(0, 2), 1);
        impossible("owners are numbered by their first input", transfer, 1, 1, List.of(-1), 1);
        impossible("an owner without an input", transfer, 1, 2, List.of(0, 0), 1);
        impossible("an owner without an input", transfer, 1, 1, List.of(0, 1), 1);
        impossible("more than 16 tokens", transfer, 1, 1, Collections.nCopies(17, 0), 1);
        impossible("more than 16 tokens", transfer, 1, 1, List.of(0), 17);
    }

    /// Each owner costs a reader of ciphertexts two points, so there are not more than inputs.
    @Test
    void moreOwnersThanInputsAreNotRead() {
        byte[] bytes = new CanonicalWriter().u32(1).u8(255).u8(1).toByteArray();
        assertThatThrownBy(() -> CanonicalReader.decode(
                        bytes, reader -> PaymentStatement.Tokens.readFrom(PrivacyModel.UNLINKABLE, reader)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("more owners than inputs");
    }
}
