package io.florin.committer.wiring;

import io.florin.ledger.fixture.TestNetwork;
import java.nio.file.Path;
import java.time.InstantSource;

/// The engine of a network's only committer, whose bugs end the test.
public final class TestEngine {

    private TestEngine() {}

    public static CommitterEngine in(Path directory, TestNetwork network) throws InterruptedException {
        return in(directory, network, InstantSource.system());
    }

    public static CommitterEngine in(Path directory, TestNetwork network, InstantSource clock)
            throws InterruptedException {
        return new CommitterEngine(
                EngineSettings.of(directory),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                },
                CommitterObserver.NONE,
                clock);
    }
}
