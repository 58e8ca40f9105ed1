package io.florin.crypto.group;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bouncycastle.crypto.bls.BLS12_381G2;
import org.bouncycastle.crypto.bls.BLS12_381G2HashToCurve;
import org.bouncycastle.crypto.bls.BLS12_381G2Point;
import org.bouncycastle.crypto.bls.BLS12_381SubgroupCheck;
import org.bouncycastle.crypto.bls.Fp2Element;

/// The curve of G2 on Bouncy Castle's arithmetic; encodings are written out here. An encoded coordinate has the
/// imaginary part first, words have the real part first.
final class BouncyCastleG2 implements CurveEngine {
    private static final int COMPRESSED = 0x80;
    private static final int INFINITY = 0x40;
    private static final int LARGER = 0x20;
    private static final int FLAGS = COMPRESSED | INFINITY | LARGER;
    private static final int COORDINATE_SIZE = 2 * BaseField.SIZE;
    private static final int COORDINATE_WORDS = 2 * Words.FIELD;
    private static final byte[] UNUSED_TAG = "unused".getBytes(StandardCharsets.US_ASCII);

    @Override
    public boolean decode(byte[] encoded, long[] point) {
        boolean compressed = encoded.length == COORDINATE_SIZE;
        if (!compressed && encoded.length != 2 * COORDINATE_SIZE || compressed != ((encoded[0] & COMPRESSED) != 0)) {
            return false;
        }
        if ((encoded[0] & INFINITY) != 0) {
            return BouncyCastleG1.isInfinity(encoded, point);
        }
        if (!compressed && (encoded[0] & LARGER) != 0) {
            return false;
        }
        Optional<Fp2Element> x = readCoordinate(encoded, 0, FLAGS);
        if (x.isEmpty() || x.get().isZero()) {
            return false;
        }
        Optional<Fp2Element> y = compressed
                ? Optional.ofNullable(right(x.get()).sqrtOrNull()).map(root -> pick(root, (encoded[0] & LARGER) != 0))
                : readCoordinate(encoded, COORDINATE_SIZE, 0)
                        .filter(value -> value.square().equals(right(x.get())));
        if (y.isEmpty()) {
            return false;
        }
        writeCoordinate(x.get(), point, 0);
        writeCoordinate(y.get(), point, COORDINATE_WORDS);
        return true;
    }

    @Override
    public boolean inGroup(long[] point) {
        return BLS12_381SubgroupCheck.isInG2Subgroup(read(point, 0));
    }

    @Override
    public byte[] encode(long[] point, boolean compressed) {
        byte[] encoded = new byte[compressed ? COORDINATE_SIZE : 2 * COORDINATE_SIZE];
        if (Words.isZero(point)) {
            encoded[0] = (byte) (compressed ? COMPRESSED | INFINITY : INFINITY);
            return encoded;
        }
        BLS12_381G2Point value = read(point, 0);
        encodeCoordinate(value.x(), encoded, 0);
        if (compressed) {
            encoded[0] |= (byte) (isLarger(value.y()) ? COMPRESSED | LARGER : COMPRESSED);
        } else {
            encodeCoordinate(value.y(), encoded, COORDINATE_SIZE);
        }
        return encoded;
    }

    @Override
    public long[] add(long[] a, long[] b) {
        return write(read(a, 0).add(read(b, 0)));
    }

    @Override
    public long[] multiply(long[] point, long[] scalar) {
        return secretSum(point, scalar, 1);
    }

    @Override
    public long[] secretSum(long[] points, long[] scalars, int count, int bits) {
        BLS12_381G2Point sum = BLS12_381G2Point.INFINITY;
        for (int i = 0; i < count; i++) {
            sum = sum.add(read(points, i).constantTimeMultiply(BouncyCastleGroups.scalar(scalars, i)));
        }
        return write(sum);
    }

    @Override
    public long[] sum(long[] points, long[] scalars, int count) {
        return write(sumOf(points, scalars, count));
    }

    @Override
    public Table prepare(long[] points, int count) {
        return new PlainTable(points.clone(), count);
    }

    @Override
    public long[] sum(Table table, long[] scalars) {
        if (!(table instanceof PlainTable plain)) {
            throw new IllegalArgumentException("points prepared by another engine");
        }
        return sum(plain.points(), scalars, plain.count());
    }

    @Override
    public long[] sum(Table table, int[] indexes, long[] scalars) {
        if (!(table instanceof PlainTable plain)) {
            throw new IllegalArgumentException("points prepared by another engine");
        }
        return sum(plain.select(indexes), scalars, indexes.length);
    }

    @Override
    public boolean vanishes(long factor, long[] points, long[] scalars, int count) {
        return sumOf(points, scalars, count)
                .multiply(BaseField.unsigned(new long[] {factor}, 0, 1))
                .isInfinity();
    }

    @Override
    public long[] project(long factor, long[] points, long[] scalars, int count) {
        return write(sumOf(points, scalars, count).multiply(BaseField.unsigned(new long[] {factor}, 0, 1)));
    }

    @Override
    public long[] hash(byte[] message, byte[] tag) {
        return write(new BLS12_381G2HashToCurve(tag).hashToCurve(message));
    }

    @Override
    public long[] hashAll(List<byte[]> messages, byte[] tag) {
        return messages.stream()
                .flatMapToLong(message -> LongStream.of(hash(message, tag)))
                .toArray();
    }

    @Override
    public long[] map(byte[] element) {
        Fp2Element u = Fp2Element.of(
                new BigInteger(1, element, 0, BaseField.SIZE),
                new BigInteger(1, element, BaseField.SIZE, BaseField.SIZE));
        return write(new BLS12_381G2HashToCurve(UNUSED_TAG).mapToCurveAndIso3(u).multiply(BLS12_381G2.H_EFF));
    }

    BLS12_381G2Point read(long[] points, int index) {
        int at = index * 2 * COORDINATE_WORDS;
        Fp2Element x = readWords(points, at);
        Fp2Element y = readWords(points, at + COORDINATE_WORDS);
        return x.isZero() && y.isZero() ? BLS12_381G2Point.INFINITY : BLS12_381G2Point.of(x, y);
    }

    private BLS12_381G2Point sumOf(long[] points, long[] scalars, int count) {
        List<BLS12_381G2Point> read =
                IntStream.range(0, count).mapToObj(i -> read(points, i)).toList();
        return new BucketSum<>(BLS12_381G2Point.INFINITY, BLS12_381G2Point::add)
                .of(read, BouncyCastleGroups.scalars(scalars, count));
    }

    private static long[] write(BLS12_381G2Point point) {
        long[] words = new long[2 * COORDINATE_WORDS];
        if (!point.isInfinity()) {
            writeCoordinate(point.x(), words, 0);
            writeCoordinate(point.y(), words, COORDINATE_WORDS);
        }
        return words;
    }

    private static Fp2Element readWords(long[] words, int offset) {
        return Fp2Element.of(BaseField.fromWords(words, offset), BaseField.fromWords(words, offset + Words.FIELD));
    }

    private static void writeCoordinate(Fp2Element coordinate, long[] words, int offset) {
        BaseField.toWords(coordinate.c0(), words, offset);
        BaseField.toWords(coordinate.c1(), words, offset + Words.FIELD);
    }

    private static Optional<Fp2Element> readCoordinate(byte[] encoded, int offset, int flags) {
        Optional<BigInteger> imaginary = BaseField.read(encoded, offset, flags);
        Optional<BigInteger> real = BaseField.read(encoded, offset + BaseField.SIZE, 0);
        return imaginary.flatMap(c1 -> real.map(c0 -> Fp2Element.of(c0, c1)));
    }

    private static void encodeCoordinate(Fp2Element coordinate, byte[] target, int offset) {
        BaseField.write(coordinate.c1(), target, offset);
        BaseField.write(coordinate.c0(), target, offset + BaseField.SIZE);
    }

    private static Fp2Element pick(Fp2Element root, boolean larger) {
        return isLarger(root) == larger ? root : root.neg();
    }

    private static boolean isLarger(Fp2Element y) {
        return y.c1().signum() == 0 ? BaseField.isLarger(y.c0()) : BaseField.isLarger(y.c1());
    }

    private static Fp2Element right(Fp2Element x) {
        return x.square().mul(x).add(BLS12_381G2Point.B);
    }
}
