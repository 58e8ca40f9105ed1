package io.florin.crypto.group;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bouncycastle.crypto.bls.BLS12_381G1;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECPoint;

/// The curve of G1 on Bouncy Castle's arithmetic; encodings and the map to the curve are written out here.
final class BouncyCastleG1 implements CurveEngine {
    private static final int COMPRESSED = 0x80;
    private static final int INFINITY = 0x40;
    private static final int LARGER = 0x20;
    private static final int FLAGS = COMPRESSED | INFINITY | LARGER;
    private static final BigInteger CURVE_B = BigInteger.valueOf(4);
    private static final int HASH_ELEMENT_SIZE = 64;

    private final ECCurve curve = BLS12_381G1.createCurve();
    private final BucketSum<ECPoint> sums = new BucketSum<>(curve.getInfinity(), ECPoint::add);

    @Override
    public boolean decode(byte[] encoded, long[] point) {
        boolean compressed = encoded.length == BaseField.SIZE;
        if (!compressed && encoded.length != 2 * BaseField.SIZE || compressed != ((encoded[0] & COMPRESSED) != 0)) {
            return false;
        }
        if ((encoded[0] & INFINITY) != 0) {
            return isInfinity(encoded, point);
        }
        if (!compressed && (encoded[0] & LARGER) != 0) {
            return false;
        }
        Optional<BigInteger> x = BaseField.read(encoded, 0, FLAGS);
        if (x.isEmpty() || x.get().signum() == 0) {
            return false;
        }
        Optional<BigInteger> y = compressed
                ? BaseField.squareRoot(right(x.get())).map(root -> pick(root, (encoded[0] & LARGER) != 0))
                : BaseField.read(encoded, BaseField.SIZE, 0).filter(value -> isOnCurve(x.get(), value));
        if (y.isEmpty()) {
            return false;
        }
        BaseField.toWords(x.get(), point, 0);
        BaseField.toWords(y.get(), point, Words.FIELD);
        return true;
    }

    /// Whether an encoding with the flag of infinity has no other digit; makes the point the identity.
    static boolean isInfinity(byte[] encoded, long[] point) {
        int rest = encoded[0] & ~COMPRESSED & ~INFINITY;
        for (int i = 1; i < encoded.length; i++) {
            rest |= encoded[i];
        }
        Arrays.fill(point, 0);
        return (rest & 0xff) == 0;
    }

    /// By the definition: q times the point is O. (`ECPoint.multiply`, and Bouncy Castle's subgroup check with it,
    /// throws on points of small order.)
    @Override
    public boolean inGroup(long[] point) {
        return multiple(read(point, 0), BLS12_381G1.ORDER).isInfinity();
    }

    @Override
    public byte[] encode(long[] point, boolean compressed) {
        byte[] encoded = new byte[compressed ? BaseField.SIZE : 2 * BaseField.SIZE];
        if (Words.isZero(point)) {
            encoded[0] = (byte) (compressed ? COMPRESSED | INFINITY : INFINITY);
            return encoded;
        }
        BigInteger y = BaseField.fromWords(point, Words.FIELD);
        BaseField.write(BaseField.fromWords(point, 0), encoded, 0);
        if (compressed) {
            encoded[0] |= (byte) (BaseField.isLarger(y) ? COMPRESSED | LARGER : COMPRESSED);
        } else {
            BaseField.write(y, encoded, BaseField.SIZE);
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
        ECPoint sum = curve.getInfinity();
        for (int i = 0; i < count; i++) {
            sum = sum.add(BLS12_381G1.constantTimeMultiply(read(points, i), BouncyCastleGroups.scalar(scalars, i)));
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
        BigInteger multiplier = BaseField.unsigned(new long[] {factor}, 0, 1);
        return multiple(sumOf(points, scalars, count), multiplier).isInfinity();
    }

    @Override
    public long[] project(long factor, long[] points, long[] scalars, int count) {
        BigInteger multiplier = BaseField.unsigned(new long[] {factor}, 0, 1);
        return write(multiple(sumOf(points, scalars, count), multiplier));
    }

    @Override
    public long[] hash(byte[] message, byte[] tag) {
        byte[] uniform = ExpandMessage.xmd(message, tag, 2 * HASH_ELEMENT_SIZE);
        ECPoint sum = mapped(element(uniform, 0)).add(mapped(element(uniform, HASH_ELEMENT_SIZE)));
        return write(multiple(sum, BLS12_381G1.H_EFF));
    }

    @Override
    public long[] hashAll(List<byte[]> messages, byte[] tag) {
        return messages.stream()
                .flatMapToLong(message -> LongStream.of(hash(message, tag)))
                .toArray();
    }

    @Override
    public long[] map(byte[] element) {
        return write(multiple(mapped(new BigInteger(1, element)), BLS12_381G1.H_EFF));
    }

    ECPoint read(long[] points, int index) {
        int at = index * CurvePoint.WORDS;
        BigInteger x = BaseField.fromWords(points, at);
        BigInteger y = BaseField.fromWords(points, at + Words.FIELD);
        return x.signum() == 0 && y.signum() == 0 ? curve.getInfinity() : curve.createPoint(x, y);
    }

    private ECPoint sumOf(long[] points, long[] scalars, int count) {
        List<ECPoint> read =
                IntStream.range(0, count).mapToObj(i -> read(points, i)).toList();
        return sums.of(read, BouncyCastleGroups.scalars(scalars, count));
    }

    private ECPoint multiple(ECPoint point, BigInteger factor) {
        return sums.of(List.of(point), List.of(factor));
    }

    private ECPoint mapped(BigInteger element) {
        return MapToG1.map(element).map(p -> curve.createPoint(p.x(), p.y())).orElseGet(curve::getInfinity);
    }

    private static BigInteger element(byte[] uniform, int offset) {
        return new BigInteger(1, uniform, offset, HASH_ELEMENT_SIZE).mod(BaseField.P);
    }

    private static long[] write(ECPoint point) {
        long[] words = new long[CurvePoint.WORDS];
        if (!point.isInfinity()) {
            ECPoint affine = point.normalize();
            BaseField.toWords(affine.getAffineXCoord().toBigInteger(), words, 0);
            BaseField.toWords(affine.getAffineYCoord().toBigInteger(), words, Words.FIELD);
        }
        return words;
    }

    private static BigInteger pick(BigInteger root, boolean larger) {
        return BaseField.isLarger(root) == larger ? root : BaseField.P.subtract(root);
    }

    private static BigInteger right(BigInteger x) {
        return x.multiply(x).multiply(x).add(CURVE_B).mod(BaseField.P);
    }

    private static boolean isOnCurve(BigInteger x, BigInteger y) {
        return y.multiply(y).mod(BaseField.P).equals(right(x));
    }
}
