package io.florin.sandbox.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PortPlanTest {
    @Test
    void movesAllPortsByTheOffset() {
        PortPlan plan = PortPlan.of(Map.of("oidc.http", 0, "bank-1.http", 210), 500);

        assertThat(plan.port("oidc.http")).isEqualTo(PortPlan.BASE + 500);
        assertThat(plan.port("bank-1.http")).isEqualTo(PortPlan.BASE + 710);
    }

    @Test
    void namesTheTakenPortAndItsKey() throws IOException {
        try (ServerSocket held = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, Integer> distances = new LinkedHashMap<>();
            distances.put("postgres", FreePorts.some(1).getFirst() - PortPlan.BASE);
            distances.put("bank-2.http", held.getLocalPort() - PortPlan.BASE);

            var taken = PortPlan.of(distances, 0).taken();

            assertThat(taken).containsExactly(new PortPlan.Taken("bank-2.http", held.getLocalPort()));
            assertThat(taken.getFirst().message())
                    .startsWith("Port " + held.getLocalPort() + " (bank-2.http) is already in use.");
        }
    }

    @Test
    void refusesAnOffsetThatReachesTheEphemeralRange() {
        assertThatThrownBy(() -> PortPlan.of(Map.of("oidc.http", 0), PortPlan.OFFSET_MAX + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesTwoKeysForOnePort() {
        assertThatThrownBy(() -> PortPlan.of(Map.of("kafka", 7, "postgres", 7), 0))
                .hasMessageContaining("kafka")
                .hasMessageContaining("postgres");
    }
}
