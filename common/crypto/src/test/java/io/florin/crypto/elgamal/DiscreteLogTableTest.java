package io.florin.crypto.elgamal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import org.junit.jupiter.api.Test;

class DiscreteLogTableTest {
    private final DiscreteLogTable table = new DiscreteLogTable(Generators.VALUE, 6);

    @Test
    void findsEveryValueInRangeAndNothingElse() {
        for (long value : new long[] {0, 1, 2, 63, 64, 65, 127, 128, 1000, 4094, 4095}) {
            assertThat(table.find(point(value), 12)).hasValue(value);
        }
        assertThat(table.find(point(4096), 12)).isEmpty();
        assertThat(table.find(point(64), 6)).isEmpty();
        assertThat(table.find(point(1).negate(), 12)).isEmpty();
        assertThat(table.find(G1.generator(), 12)).isEmpty();
    }

    @Test
    void refusesImpossibleSizes() {
        assertThatIllegalArgumentException().isThrownBy(() -> table.find(point(1), 5));
        assertThatIllegalArgumentException().isThrownBy(() -> table.find(point(1), 49));
        assertThatIllegalArgumentException().isThrownBy(() -> new DiscreteLogTable(Generators.VALUE, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new DiscreteLogTable(Generators.VALUE, 25));
        assertThatIllegalArgumentException().isThrownBy(() -> new DiscreteLogTable(G1.identity(), 6));
    }

    private static G1 point(long value) {
        return Generators.VALUE.multiply(Scalar.ofLong(value));
    }
}
