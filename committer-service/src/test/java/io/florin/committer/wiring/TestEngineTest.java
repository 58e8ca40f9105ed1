package io.florin.committer.wiring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestEngineTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    @TempDir
    private Path directory;

    /// A clock that breaks when the block is complete is a bug of the loop that asks it.
    @Test
    void aBugOfTheEngineEndsTheTest() throws Exception {
        TestNetwork network = new TestNetwork(3);
        AtomicInteger asked = new AtomicInteger();
        TestEngine opened = TestEngine.in(directory, network, () -> {
            if (asked.incrementAndGet() > 1) {
                throw new IllegalStateException("no time");
            }
            return MORNING;
        });

        opened.engine().submit(new TestChain(network).appendEntries(List.of(Bytes.of(new byte[] {1}))));
        Awaitility.await().atMost(Patience.LIMIT).until(opened::hasBugs);

        assertThatThrownBy(opened::close).isInstanceOf(AssertionError.class).hasMessageContaining("no time");
    }
}
