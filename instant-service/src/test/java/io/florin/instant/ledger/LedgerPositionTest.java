package io.florin.instant.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.ResultTip;
import org.junit.jupiter.api.Test;

class LedgerPositionTest {

    private final TestNetwork network = new TestNetwork(4, AuditPolicy.NEVER);
    private final ResultTip tip = new ResultTip(network.networkId(), 77, network.newId(), network.configuration());

    @Test
    void comesBackAsItWas() {
        assertThat(LedgerPosition.decode(LedgerPosition.encode(tip), network.networkId()))
                .contains(tip);
    }

    @Test
    void isNotUsedInAnotherNetwork() {
        assertThat(LedgerPosition.decode(LedgerPosition.encode(tip), new NetworkId(network.newId())))
                .isEmpty();
    }

    @Test
    void isNotUsedWithAnyByteDamaged() {
        byte[] encoded = LedgerPosition.encode(tip);
        for (int place = 0; place < encoded.length; place++) {
            byte[] damaged = encoded.clone();
            damaged[place] ^= 1;
            assertThat(LedgerPosition.decode(damaged, network.networkId())).isEmpty();
        }
        assertThat(LedgerPosition.decode(new byte[3], network.networkId())).isEmpty();
    }
}
