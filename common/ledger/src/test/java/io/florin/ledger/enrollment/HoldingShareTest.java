package io.florin.ledger.enrollment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.Amount;
import org.junit.jupiter.api.Test;

class HoldingShareTest {

    @Test
    void neverAddsUpToMoreThanTheWhole() {
        Amount limit = Amount.of(200_001);
        long together = new HoldingShare(3_333).of(limit).minorUnits()
                + new HoldingShare(3_333).of(limit).minorUnits()
                + new HoldingShare(3_334).of(limit).minorUnits();

        assertThat(together).isLessThanOrEqualTo(limit.minorUnits()).isGreaterThan(limit.minorUnits() - 3);
        assertThat(HoldingShare.WHOLE.of(limit)).isEqualTo(limit);
        assertThat(HoldingShare.NONE.of(limit)).isEqualTo(Amount.ZERO);
    }

    @Test
    void takesTheLargestAmountThereIs() {
        assertThat(HoldingShare.WHOLE.of(Amount.of(Long.MAX_VALUE)).minorUnits())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isNoMoreThanAWhole() {
        assertThatThrownBy(() -> new HoldingShare(10_001)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HoldingShare(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
