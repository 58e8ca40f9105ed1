package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sums over some points of a table are those without one.
final class BaseTableSelectionTest {
    private final RandomGenerator random = new SplittableRandom(11);

    private List<G1> points(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> G1.generator().multiply(Scalar.random(random)))
                .toList();
    }

    private List<Scalar> scalars(int count) {
        List<Scalar> edges = List.of(
                Scalar.ZERO,
                Scalar.ONE,
                Scalar.ONE.negate(),
                Scalar.ofLong(128),
                Scalar.ofLong(127),
                Scalar.ofLong(-1L));
        return IntStream.range(0, count)
                .mapToObj(i -> random.nextInt(3) == 0 ? edges.get(random.nextInt(edges.size())) : Scalar.random(random))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 31, 64, 100})
    void sumsAll(int count) {
        List<G1> points = points(count);
        BaseTable table = BaseTable.of(points);
        for (int round = 0; round < 3; round++) {
            List<Scalar> scalars = scalars(count);
            assertThat(table.sum(scalars)).isEqualTo(G1.sumOfProducts(scalars, points));
        }
    }

    @Test
    void sumsSelections() {
        List<G1> points = points(40);
        BaseTable table = BaseTable.of(points);
        List<Integer> order = new ArrayList<>(IntStream.range(0, 40).boxed().toList());
        for (int count = 1; count <= 40; count += 3) {
            Collections.shuffle(order, new Random(count));
            int[] indexes =
                    order.stream().limit(count).mapToInt(Integer::intValue).toArray();
            List<Scalar> scalars = scalars(count);
            List<G1> selected = order.stream().limit(count).map(points::get).toList();
            assertThat(table.sum(scalars, indexes)).isEqualTo(G1.sumOfProducts(scalars, selected));
        }
        List<Scalar> middle = scalars(7);
        assertThat(table.sum(middle, IntStream.range(20, 27).toArray()))
                .isEqualTo(G1.sumOfProducts(middle, points.subList(20, 27)));
    }

    @Test
    void sumsToTheIdentityAndDoublesPoints() {
        G1 point = points(1).getFirst();
        BaseTable table = BaseTable.of(List.of(point, point, point.negate()));
        Scalar scalar = Scalar.random(random);
        assertThat(table.sum(List.of(scalar, scalar, scalar))).isEqualTo(point.multiply(scalar));
        assertThat(table.sum(List.of(Scalar.ZERO, scalar, scalar)).isIdentity()).isTrue();
        assertThat(table.sum(List.of(Scalar.ONE, Scalar.ONE, Scalar.ZERO))).isEqualTo(point.add(point));
        assertThat(table.sum(List.of(Scalar.ZERO, Scalar.ZERO, Scalar.ZERO)).isIdentity())
                .isTrue();
    }

    @Test
    void theFallBackKeepsThePoints() {
        CurveEngine slow = TestEngines.slow().g1();
        List<G1> points = points(3);
        long[] words = new long[3 * CurvePoint.WORDS];
        long[] scalars = new long[2 * Scalar.LONGS];
        for (int i = 0; i < 3; i++) {
            System.arraycopy(points.get(i).words(), 0, words, i * CurvePoint.WORDS, CurvePoint.WORDS);
        }
        Scalar first = Scalar.random(random);
        Scalar second = Scalar.random(random);
        first.copyWordsInto(scalars, 0);
        second.copyWordsInto(scalars, Scalar.LONGS);
        G1 sum = new G1(slow.sum(slow.prepare(words, 3), new int[] {2, 0}, scalars));
        assertThat(sum).isEqualTo(G1.sumOfProducts(List.of(first, second), List.of(points.get(2), points.getFirst())));
    }

    @Test
    void refusesWhatItCannotSum() {
        assertThatIllegalArgumentException().isThrownBy(() -> BaseTable.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> BaseTable.of(List.of(G1.identity())));
        BaseTable table = BaseTable.of(points(2));
        assertThatIllegalArgumentException().isThrownBy(() -> table.sum(List.of(Scalar.ONE)));
        assertThatIllegalArgumentException().isThrownBy(() -> table.sum(List.of(Scalar.ONE), new int[] {0, 1}));
        assertThatIllegalArgumentException().isThrownBy(() -> table.sum(List.of(), new int[0]));
        for (int index : new int[] {-1, 2}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> table.sum(List.of(Scalar.ONE), new int[] {index}));
        }
    }
}
