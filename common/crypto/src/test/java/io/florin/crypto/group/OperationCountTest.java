package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.group.CountedCurve.Point;
import io.florin.crypto.group.CountedField.Count;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What verifying an endorsement from its 48 bytes costs in products of the field, in a batch of 64 under one key, by
/// a run that counts them and whose results are the library's. The pairing, which the batch has once, is left out: what
/// is counted here is less than what has to be done. `docs/crypto/groups.md` has the figures, and what they say.
class OperationCountTest {
    private static final int BATCH = 64;
    private static final int WEIGHT_BITS = 128;

    /// Products, and additions, for each endorsement, as the page has them.
    private static final Map<String, List<Long>> DOCUMENTED = new LinkedHashMap<>();

    static {
        DOCUMENTED.put("decode", List.of(460L, 1L));
        DOCUMENTED.put("is it in the group", List.of(1_022L, 1_899L));
        DOCUMENTED.put("two maps and their sum", List.of(972L, 21L));
        DOCUMENTED.put("the isogeny", List.of(125L, 51L));
        DOCUMENTED.put("the cofactor", List.of(537L, 960L));
        DOCUMENTED.put("two sums", List.of(834L, 902L));
    }

    private final CountedField field = new CountedField();
    private final CountedCurve curve = new CountedCurve(field);
    private final Random random = new Random(381);
    private final List<byte[]> messages = new ArrayList<>();
    private final List<G1> signatures = new ArrayList<>();
    private final List<G1> hashes = new ArrayList<>();

    @BeforeEach
    void sign() {
        Scalar secret = scalar(new BigInteger(250, random));
        for (int i = 0; i < BATCH; i++) {
            byte[] message = ByteBuffer.allocate(8).putLong(i).array();
            messages.add(message);
            hashes.add(G1.hashTo(message, Bls.SUITE));
            signatures.add(hashes.getLast().multiply(secret));
        }
    }

    @Test
    void anEndorsementFromItsBytes() {
        Map<String, Count> counts = new LinkedHashMap<>();
        List<Point> decoded = signatures.stream()
                .map(signature -> curve.decode(signature.encode()))
                .toList();
        counts.put("decode", field.take());
        decoded.forEach(point -> assertThat(curve.isInGroup(point)).isTrue());
        counts.put("is it in the group", field.take());
        List<Point> isogenous = messages.stream().map(this::isogenous).toList();
        counts.put("two maps and their sum", field.take());
        List<Point> mapped = isogenous.stream().map(curve::isogeny).toList();
        counts.put("the isogeny", field.take());
        List<Point> hashed = mapped.stream().map(curve::clearCofactor).toList();
        counts.put("the cofactor", field.take());
        for (int i = 0; i < BATCH; i++) {
            assertThat(decoded.get(i).uncompressed())
                    .isEqualTo(signatures.get(i).encodeUncompressed());
            assertThat(hashed.get(i).uncompressed()).isEqualTo(hashes.get(i).encodeUncompressed());
        }
        counts.put("two sums", sums(decoded));

        Map<String, List<Long>> found = new LinkedHashMap<>();
        counts.forEach((operation, count) -> found.put(
                operation,
                List.of(
                        Math.round((double) count.products() / BATCH),
                        Math.round((double) count.additions() / BATCH))));
        System.out.println("products and additions for each of " + BATCH + ": " + found);
        assertThat(found).containsExactlyEntriesOf(DOCUMENTED);
    }

    @Test
    void theEndomorphismTellsTheGroup() {
        for (CurvePoint torsion : List.of(Torsion.ofOrder3(), Torsion.ofOrder11(), Torsion.ofOrder10177())) {
            CurvePoint outside = Torsion.sum(signatures.getFirst(), torsion);
            assertThat(curve.isInGroup(curve.decode(outside.encode()))).isFalse();
        }
    }

    private static Scalar scalar(BigInteger value) {
        byte[] digits = value.toByteArray();
        byte[] bytes = new byte[Scalar.SIZE];
        System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
        return Scalar.ofCanonical(bytes);
    }

    private Point isogenous(byte[] message) {
        byte[] uniform = ExpandMessage.xmd(message, Bls.SUITE.getBytes(StandardCharsets.US_ASCII), 128);
        BigInteger first = new BigInteger(1, Arrays.copyOfRange(uniform, 0, 64)).mod(BaseField.P);
        BigInteger second = new BigInteger(1, Arrays.copyOfRange(uniform, 64, 128)).mod(BaseField.P);
        return curve.plus(curve.toIsogenous(first), curve.toIsogenous(second));
    }

    /// Signatures and hashes with the same weights, by the window that needs the fewest products.
    private Count sums(List<Point> points) {
        List<BigInteger> weights =
                points.stream().map(_ -> new BigInteger(WEIGHT_BITS, random)).toList();
        byte[] expected = G1.sumOfProducts(
                        weights.stream().map(OperationCountTest::scalar).toList(), signatures)
                .encodeUncompressed();
        Count least = new Count(Long.MAX_VALUE / 4, 0, 0);
        for (int window = 3; window <= 7; window++) {
            Point sum = curve.sum(points, weights, WEIGHT_BITS, window);
            Count count = field.take();
            assertThat(sum.uncompressed()).isEqualTo(expected);
            least = count.products() < least.products() ? count : least;
        }
        return new Count(2 * least.multiplications(), 2 * least.squarings(), 2 * least.additions());
    }
}
