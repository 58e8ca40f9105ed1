package io.florin.crypto.group;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bouncycastle.crypto.bls.BLS12_381G2Point;
import org.bouncycastle.crypto.bls.BLS12_381Pairing;
import org.bouncycastle.crypto.bls.Fp12Element;
import org.bouncycastle.math.ec.ECPoint;

/// The engine without native code, on Bouncy Castle's BLS12-381: 50 to 100 times slower than blst, and not in constant
/// time, because `BigInteger` is not. It is the fall-back where blst is not shipped, and the oracle of the tests.
final class BouncyCastleGroups implements Engine {
    private final BouncyCastleG1 g1 = new BouncyCastleG1();
    private final BouncyCastleG2 g2 = new BouncyCastleG2();

    @Override
    public String name() {
        return "Bouncy Castle";
    }

    @Override
    public CurveEngine g1() {
        return g1;
    }

    @Override
    public CurveEngine g2() {
        return g2;
    }

    @Override
    public Lines prepare(long[] point) {
        return new Plain(g2.read(point, 0));
    }

    @Override
    public boolean pairingProductIsOne(List<long[]> points, List<Lines> lines) {
        List<ECPoint> left = new ArrayList<>();
        List<BLS12_381G2Point> right = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (!(lines.get(i) instanceof Plain plain)) {
                throw new IllegalArgumentException("a point prepared by another engine");
            }
            ECPoint point = g1.read(points.get(i), 0);
            if (!point.isInfinity() && !plain.point().isInfinity()) {
                left.add(point);
                right.add(plain.point());
            }
        }
        return left.isEmpty()
                || BLS12_381Pairing.multiPair(left.toArray(ECPoint[]::new), right.toArray(BLS12_381G2Point[]::new))
                        .equals(Fp12Element.ONE);
    }

    static BigInteger scalar(long[] scalars, int index) {
        return BaseField.unsigned(scalars, index * Scalar.LONGS, Scalar.LONGS);
    }

    static List<BigInteger> scalars(long[] scalars, int count) {
        return IntStream.range(0, count).mapToObj(i -> scalar(scalars, i)).toList();
    }

    private record Plain(BLS12_381G2Point point) implements Lines {}
}
