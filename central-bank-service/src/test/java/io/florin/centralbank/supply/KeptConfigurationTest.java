package io.florin.centralbank.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import org.junit.jupiter.api.Test;

class KeptConfigurationTest {
    private final NetworkConfiguration first = new TestNetwork(17).configuration();
    private final NetworkConfiguration second = EditedConfiguration.after(first).build();
    private final KeptConfiguration kept = new KeptConfiguration();

    @Test
    void isDecodedWhenTheDatabaseHasOtherBytesAndOnlyThen() {
        NetworkConfiguration read = kept.of(first.encode());
        assertThat(read).isEqualTo(first);
        assertThat(kept.of(first.encode())).isSameAs(read);
        assertThat(kept.of(second.encode())).as("of whoever wrote it there").isEqualTo(second);
        assertThat(kept.of(first.encode())).isEqualTo(first);
    }
}
