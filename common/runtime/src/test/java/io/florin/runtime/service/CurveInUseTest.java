package io.florin.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class CurveInUseTest {
    @Test
    void theSlowCurveIsADecision() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new CurveInUse(false, false))
                .withMessageContaining("florin.crypto.slow-allowed");
        assertThat(new CurveInUse(false, true).gauge()).isZero();
        assertThat(new CurveInUse(true, false).gauge()).isOne();
    }

    @Test
    void thisMachineHasTheNativeOne() {
        assertThat(new CurveInUse(false).gauge()).isOne();
    }
}
