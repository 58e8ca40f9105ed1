package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.TestNetwork;
import org.junit.jupiter.api.Test;

class AuditWarningsTest {

    @Test
    void warnsOfACurrencyThatNobodySignsOffAndOfNoOther() {
        assertThat(AuditWarnings.of(new TestNetwork(7, AuditPolicy.NEVER).configuration()))
                .containsExactly("Audit policy NEVER: no payment of FLN, however large, waits for the auditor before it"
                        + " settles.");
        assertThat(AuditWarnings.of(new TestNetwork(7, AuditPolicy.ABOVE_THRESHOLD).configuration()))
                .isEmpty();
        assertThat(AuditWarnings.of(new TestNetwork(7, AuditPolicy.ALWAYS).configuration()))
                .isEmpty();
    }
}
