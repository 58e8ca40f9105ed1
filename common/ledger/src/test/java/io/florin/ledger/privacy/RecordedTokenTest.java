package io.florin.ledger.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.TransactionStatus;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedTokenTest {
    private static final byte[] GOOD = G1.generator().encode();
    /// On the curve, of order 11 times q: outside the group.
    private static final byte[] OUTSIDE = point(false);
    /// No y belongs to this x.
    private static final byte[] OFF_CURVE = point(true);

    private final Random random = new Random(20261120);

    @Test
    void isTheTokensBytes() {
        G1 other = G1.hashTo(new byte[] {1}, "florin-test");
        for (HiddenToken token : List.of(
                new HiddenToken.Anonymous(other, Amount.of(70)),
                new HiddenToken.Confidential(G1.generator(), other),
                new HiddenToken.Unlinkable(other, G1.generator()))) {
            RecordedToken recorded = RecordedToken.of(token);
            CanonicalWriter writer = new CanonicalWriter(96);
            recorded.writeTo(writer);

            assertThat(recorded.encode()).isEqualTo(token.encode()).isEqualTo(writer.toByteArray());
            assertThat(recorded.open()).isEqualTo(token);
            assertThat(recorded.amount().isPresent()).isEqualTo(token instanceof HiddenToken.Anonymous);
            assertThat(RecordedToken.of(token.model(), token.encode())).isEqualTo(recorded);
        }
    }

    /// Whether it has the form of a point is told without arithmetic, and of points of the group never wrongly.
    @Test
    void takesTheFormOfPointsAndNothingElse() {
        for (int i = 0; i < 200; i++) {
            byte[] point = new byte[G1.SIZE];
            random.nextBytes(point);
            assertThat(CurvePoint.hasForm(point) || !isPoint(point)).isTrue();
        }
        assertThat(CurvePoint.hasForm(GOOD)).isTrue();
        assertThat(CurvePoint.hasForm(OUTSIDE)).isTrue();
        assertThat(CurvePoint.hasForm(Arrays.copyOf(GOOD, 47))).isFalse();
        assertThat(CurvePoint.hasForm(G1.generator().encodeUncompressed())).isFalse();
        assertThat(CurvePoint.hasForm(G1.identity().encode())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", // p
                "ba0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaac",
                "9fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
                "d7f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
            })
    void refusesOtherForms(String hex) {
        byte[] point = HexFormat.of().parseHex(hex);
        assertThat(CurvePoint.hasForm(point)).isFalse();
        assertThat(isPoint(point)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordedToken.of(PrivacyModel.UNLINKABLE, join(GOOD, point)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordedToken.of(PrivacyModel.CONFIDENTIAL, join(point, GOOD)));
    }

    @Test
    void refusesOtherSizesAndWorthlessTokens() {
        for (PrivacyModel model : List.of(PrivacyModel.CONFIDENTIAL, PrivacyModel.UNLINKABLE)) {
            assertThatIllegalArgumentException().isThrownBy(() -> RecordedToken.of(model, GOOD));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RecordedToken.of(model, Arrays.copyOf(join(GOOD, GOOD), 97)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordedToken.of(PrivacyModel.ANONYMOUS, join(GOOD, new byte[8])));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RecordedToken.of(PrivacyModel.ANONYMOUS, join(GOOD, new byte[] {-1, 0, 0, 0, 0, 0, 0, 1})));
        assertThatIllegalArgumentException().isThrownBy(() -> RecordedToken.of(PrivacyModel.CLEAR, GOOD));
    }

    /// Only enough endorsers together bring that about. It commits on every committer alike, and nobody who computes
    /// with points takes it for one.
    @Test
    void whatEnoughEndorsersSignedCommitsAndOpensForNobody() {
        TestHiddenEconomy economy = new TestHiddenEconomy(31, PrivacyModel.UNLINKABLE);
        TestNetwork network = economy.network();
        TestChain chain = new TestChain(network);
        SerialReplay replay = new SerialReplay(network.genesis());
        for (byte[] bad : List.of(OUTSIDE, OFF_CURVE)) {
            SettlementTransaction forged = forged(network, RecordedToken.of(PrivacyModel.UNLINKABLE, join(GOOD, bad)));
            assertThat(SettlementTransaction.decode(forged.encode())).isEqualTo(forged);

            var block = chain.appendBundles(network.endorseSettlements(List.of(forged)));

            assertThat(replay.apply(block).outcomes())
                    .extracting(outcome -> outcome.status())
                    .containsExactly(TransactionStatus.COMMITTED);
            RecordedToken recorded = OrderedTransaction.of(block.entries())
                    .getFirst()
                    .transaction()
                    .orElseThrow()
                    .hiddenOutputs()
                    .getFirst()
                    .token();
            assertThatExceptionOfType(DecodeException.class).isThrownBy(recorded::open);
        }
    }

    private SettlementTransaction forged(TestNetwork network, RecordedToken token) {
        byte[] serial = network.newBytes(32);
        serial[0] = 0;
        serial[1] = 1;
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.TRANSFER,
                new NamespaceId(1),
                false,
                1,
                100,
                List.of(Read.absent(StateKey.of(serial))),
                List.of(new Write.Serial(0), new Write.HiddenOutput(0, token)));
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }

    private static boolean isPoint(byte[] bytes) {
        try {
            CurvePoint.decode(bytes);
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /// The first x from 4 on that is one of no point, or one of a point outside the group.
    private static byte[] point(boolean offCurve) {
        byte[] point = new byte[G1.SIZE];
        point[0] = (byte) 0x80;
        for (byte x = 4; ; x++) {
            point[G1.SIZE - 1] = x;
            if (isPoint(point) != offCurve) {
                return point;
            }
        }
    }
}
