package io.florin.benchmarks.committer;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.coordinator.GraphInsertion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Compares speeds, so nothing else runs beside it.
@Isolated
class MicroCostTest {
    @Test
    void checkingAnEndorsementIsPartOfAllStatelessChecks() {
        EndorsementCost cost = new EndorsementCost(new TransferWorkload(5, 40_000, 0));
        assertThat(cost.endorsementMicros(0)).isPositive();
        assertThat(cost.statelessMicros(0)).isPositive();
    }

    @Test
    void insertionIsPartOfThePassage() {
        GraphInsertion.Rates rates = GraphCost.measure(6, 0);
        assertThat(rates.passages()).isPositive().isLessThan(rates.insertions());
    }
}
