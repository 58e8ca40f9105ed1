package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TermsTest {
    private static final String TAG = "FLORIN-V1-TEST";
    private static final long EFFECTIVE_COFACTOR = 0xd201000000010001L;

    private final Random random = new Random(9);

    /// Equations with points of small order, alone and added to honest ones, in numbers on both sides of every limit of
    /// blst: the answer depends on the prime-order part alone, and is the slow engine's.
    @Test
    void partsOutsideTheGroupDoNotCount() {
        List<CurvePoint> small = List.of(
                Torsion.ofOrder11(), Torsion.ofOrder10177(), Torsion.sum(Torsion.ofOrder11(), Torsion.ofOrder3()));
        for (int count : new int[] {1, 2, 7, 31, 32, 85, 86, 120}) {
            for (boolean shortScalars : new boolean[] {false, true}) {
                Terms right = new Terms();
                Terms wrong = new Terms();
                Scalar sum = Scalar.ZERO;
                for (int i = 0; i < count; i++) {
                    Scalar scalar = shortScalars ? Scalar.ofLong(random.nextLong()) : Scalar.random(random);
                    G1 honest = G1.generator().multiply(Scalar.ofLong(i % 9));
                    sum = sum.add(scalar.multiply(Scalar.ofLong(i % 9)));
                    CurvePoint point = Torsion.sum(honest, small.get(i % small.size()));
                    right.add(scalar, point);
                    wrong.add(scalar, point);
                }
                right.add(sum.negate(), G1.generator());
                wrong.add(sum.negate().add(Scalar.ONE), G1.generator());
                assertThat(right.vanishes()).as("%d terms", count).isTrue();
                assertThat(wrong.vanishes()).as("%d terms", count).isFalse();
            }
        }
    }

    @Test
    void enginesAgreeOnWhatVanishes() {
        CurvePoint small = Torsion.ofOrder11();
        G1 g = G1.generator();
        List<CurvePoint> points = List.of(small, Torsion.sum(g, small), g, g.negate());
        for (int i = 0; i < 40; i++) {
            int count = 1 + random.nextInt(4);
            long[] words = new long[count * CurvePoint.WORDS];
            long[] scalars = new long[count * Scalar.LONGS];
            for (int j = 0; j < count; j++) {
                CurvePoint point = points.get(random.nextInt(points.size()));
                System.arraycopy(point.words(), 0, words, j * CurvePoint.WORDS, CurvePoint.WORDS);
                Scalar.ofLong(random.nextInt(3)).copyWordsInto(scalars, j * Scalar.LONGS);
            }
            assertThat(TestEngines.fast().g1().vanishes(EFFECTIVE_COFACTOR, words, scalars, count))
                    .isEqualTo(TestEngines.slow().g1().vanishes(EFFECTIVE_COFACTOR, words, scalars, count));
        }
    }

    /// The projection is (1 − z) times the part in the group, by both engines.
    @Test
    void projectsIntoTheGroup() {
        Scalar factor = Scalar.ofLong(EFFECTIVE_COFACTOR);
        for (int count : new int[] {0, 1, 3, 90}) {
            Terms mixed = new Terms();
            Terms clean = new Terms();
            long[] words = new long[Math.max(1, count) * CurvePoint.WORDS];
            long[] scalars = new long[Math.max(1, count) * Scalar.LONGS];
            for (int i = 0; i < count; i++) {
                Scalar scalar = i % 2 == 0 ? Scalar.random(random) : Scalar.ofLong(random.nextLong());
                G1 honest = G1.generator().multiply(Scalar.ofLong(1 + i % 9));
                CurvePoint point = Torsion.sum(honest, i % 3 == 0 ? Torsion.ofOrder11() : Torsion.ofOrder3());
                mixed.add(scalar, point);
                clean.add(scalar, honest);
                System.arraycopy(point.words(), 0, words, i * CurvePoint.WORDS, CurvePoint.WORDS);
                scalar.copyWordsInto(scalars, i * Scalar.LONGS);
            }
            G1 expected = clean.sum().multiply(factor);
            assertThat(mixed.projection()).isEqualTo(expected);
            assertThat(clean.projection()).isEqualTo(expected);
            assertThat(mixed.hasUnchecked()).isEqualTo(count > 0);
            if (count < 10) {
                assertThat(TestEngines.slow().g1().project(EFFECTIVE_COFACTOR, words, scalars, count))
                        .isEqualTo(expected.words());
            }
        }
        G2 product = G2.generator().multiply(Scalar.ofLong(42));
        for (Engine engine : TestEngines.both()) {
            assertThat(engine.g2().project(6, G2.generator().words(), new long[] {7, 0, 0, 0}, 1))
                    .isEqualTo(product.words());
        }
    }

    /// A pairing sees the part in the group alone, in one factor or in all.
    @Test
    void pairingsOfPointsOutsideTheGroup() {
        Scalar a = Scalar.random(random);
        PreparedG2 q = PreparedG2.of(G2.hashTo(new byte[] {7}, TAG));
        PreparedG2 multiple = PreparedG2.of(q.point().multiply(a));
        G1 p = G1.hashTo(new byte[] {8}, TAG);
        for (CurvePoint small : List.of(Torsion.ofOrder3(), Torsion.ofOrder11(), Torsion.ofOrder10177())) {
            CurvePoint shifted = Torsion.sum(p, small);
            assertThat(new PairingProduct()
                            .add(a, shifted, q)
                            .add(p.negate(), multiple)
                            .isOne())
                    .isTrue();
            assertThat(new PairingProduct()
                            .add(a, p, q)
                            .add(shifted.negate(), multiple)
                            .isOne())
                    .isTrue();
            assertThat(new PairingProduct()
                            .add(a.add(Scalar.ONE), shifted, q)
                            .add(p.negate(), multiple)
                            .isOne())
                    .isFalse();
            assertThat(new PairingProduct().add(Torsion.ofOrder11(), q).isOne()).isTrue();
        }
    }

    /// Points with the scalar one, or its negative, are added without a table: equal ones, opposite ones, the identity
    /// and points of small order among them, beside terms of other scalars, in both engines.
    @Test
    void addsPointsWithTheScalarOne() {
        G1 g = G1.generator();
        G1 h = G1.hashTo(new byte[] {7}, TAG);
        List<List<CurvePoint>> cases = List.of(
                List.of(g),
                List.of(g, g),
                List.of(g, g.negate()),
                List.of(g, h, g, h.negate(), G1.identity()),
                List.of(G1.identity()),
                List.of(Torsion.sum(g, Torsion.ofOrder11()), Torsion.sum(g.negate(), Torsion.ofOrder11())),
                List.of(Torsion.ofOrder10177(), Torsion.ofOrder10177(), h));
        for (List<CurvePoint> points : cases) {
            for (long other : new long[] {1, 5, -3}) {
                int count = points.size() + 1;
                long[] words = new long[count * CurvePoint.WORDS];
                long[] scalars = new long[count * Scalar.LONGS];
                Terms terms = new Terms();
                for (int i = 0; i < count; i++) {
                    CurvePoint point = i < points.size() ? points.get(i) : h;
                    Scalar scalar = i < points.size()
                            ? Scalar.ONE
                            : other < 0 ? Scalar.ofLong(-other).negate() : Scalar.ofLong(other);
                    System.arraycopy(point.words(), 0, words, i * CurvePoint.WORDS, CurvePoint.WORDS);
                    scalar.copyWordsInto(scalars, i * Scalar.LONGS);
                    terms.add(scalar, point);
                }
                long[] expected = TestEngines.slow().g1().sum(words, scalars, count);
                assertThat(TestEngines.fast().g1().sum(words, scalars, count)).isEqualTo(expected);
                assertThat(terms.projection().words())
                        .isEqualTo(TestEngines.slow().g1().project(EFFECTIVE_COFACTOR, words, scalars, count));
                assertThat(terms.vanishes())
                        .isEqualTo(TestEngines.slow().g1().vanishes(EFFECTIVE_COFACTOR, words, scalars, count));
            }
        }
    }

    @Test
    void growsAndIsUsedAgain() {
        Terms terms = new Terms(1);
        Scalar total = Scalar.ZERO;
        for (int i = 0; i < 40; i++) {
            Scalar scalar = i % 2 == 0 ? Scalar.ofLong(i) : Scalar.ofLong(i).negate();
            terms.add(scalar, G1.generator());
            total = total.add(scalar);
        }
        assertThat(terms.size()).isEqualTo(40);
        assertThat(terms.sum()).isEqualTo(G1.generator().multiply(total));
        terms.clear();
        assertThat(terms.add(Scalar.ONE, G1.generator()).sum()).isEqualTo(G1.generator());
    }

    @Test
    void tablesSumAsTermsDo() {
        List<G1> bases = List.of(G1.generator(), G1.hashTo(new byte[] {1}, TAG), G1.hashTo(new byte[] {2}, TAG));
        List<Scalar> scalars = List.of(Scalar.random(random), Scalar.ZERO, Scalar.ONE.negate());
        BaseTable table = BaseTable.of(bases);
        assertThat(table.sum(scalars)).isEqualTo(G1.sumOfProducts(scalars, bases));
        assertThat(table.sum(List.of(Scalar.ZERO, Scalar.ZERO, Scalar.ZERO))).isEqualTo(G1.identity());
        assertThatIllegalArgumentException().isThrownBy(() -> table.sum(List.of(Scalar.ONE)));
        assertThatIllegalArgumentException().isThrownBy(() -> BaseTable.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> BaseTable.of(List.of(G1.identity())));
    }

    @Test
    void pairsWithPreparedPoints() {
        Scalar a = Scalar.random(random);
        Scalar b = Scalar.random(random);
        PreparedG2 q = PreparedG2.of(G2.hashTo(new byte[] {7}, TAG));
        PreparedG2 multiple = PreparedG2.of(q.point().multiply(b));
        G1 p = G1.hashTo(new byte[] {8}, TAG);
        assertThat(new PairingProduct()
                        .add(a.multiply(b), p, q)
                        .add(a.negate(), p, multiple)
                        .isOne())
                .isTrue();
        assertThat(new PairingProduct()
                        .add(a.multiply(b), p, q)
                        .add(a, p, multiple)
                        .isOne())
                .isFalse();
        assertThat(new PairingProduct().isOne()).isTrue();
        assertThat(new PairingProduct().add(G1.identity(), q).isOne()).isTrue();
        assertThat(new PairingProduct().add(p, PreparedG2.of(G2.identity())).isOne())
                .isTrue();
        assertThat(new PairingProduct().add(p, q).isOne()).isFalse();
        assertThat(new PairingProduct()
                        .add(p, q)
                        .add(p.negate(), PreparedG2.of(q.point()))
                        .isOne())
                .isTrue();
        assertThat(PreparedG2.generator().point()).isEqualTo(G2.generator());
    }

    @Test
    void enginesAgreeOnPairings() {
        G1 p = G1.hashTo(new byte[] {8}, TAG);
        G2 q = G2.hashTo(new byte[] {9}, TAG);
        Scalar a = Scalar.random(random);
        for (Engine engine : TestEngines.both()) {
            assertThat(isOne(engine, List.of(p.multiply(a), p.negate()), List.of(q, q.multiply(a))))
                    .isTrue();
            assertThat(isOne(engine, List.of(p.multiply(a), p), List.of(q, q.multiply(a))))
                    .isFalse();
            assertThat(isOne(engine, List.of(G1.identity(), p), List.of(q, G2.identity())))
                    .isTrue();
        }
    }

    private static boolean isOne(Engine engine, List<G1> g1, List<G2> g2) {
        return engine.pairingProductIsOne(
                g1.stream().map(G1::words).toList(),
                g2.stream().map(point -> engine.prepare(point.words())).toList());
    }
}
