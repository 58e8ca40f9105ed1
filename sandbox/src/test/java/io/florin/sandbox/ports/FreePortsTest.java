package io.florin.sandbox.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What one JVM was given another one does not get: the system knows, not this class, so that two of it stand for two.
class FreePortsTest {
    private static final int COUNT = 6;
    private static final int FIRST = 9_000 + COUNT * new Random().nextInt(150);

    /// Held, since what is not held any more gives its marks back.
    private final List<FreePorts> machines = new ArrayList<>();

    @Test
    void givesNobodyElseAPortThatIsNotUsedYet() {
        List<Integer> all = new ArrayList<>(another().take(2));
        all.addAll(another().take(2));
        all.addAll(another().take(1));

        assertThat(all).doesNotHaveDuplicates().allMatch(port -> port >= FIRST && port < FIRST + COUNT);
        assertThatThrownBy(() -> another().take(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("1 ports too few");
    }

    private FreePorts another() {
        FreePorts another = new FreePorts(FIRST, COUNT);
        machines.add(another);
        return another;
    }

    @Test
    void leavesThePortItselfFree() throws IOException {
        int port = FreePorts.some(1).getFirst();
        try (ServerSocket used = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(used.getLocalPort()).isEqualTo(port);
        }
    }
}
