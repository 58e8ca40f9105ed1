package io.florin.committer.wiring;

import io.florin.ledger.fixture.TestNetwork;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The engine of a network's only committer. A bug ends the loop that meets it, and the test when it closes this.
public final class TestEngine implements AutoCloseable {
    private final List<AssertionError> bugs = new CopyOnWriteArrayList<>();
    private final CommitterEngine engine;

    private TestEngine(Path directory, TestNetwork network, InstantSource clock) throws InterruptedException {
        this.engine = new CommitterEngine(
                EngineSettings.of(directory),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> bugs.add(new AssertionError(component + ": " + bug, bug)),
                CommitterObserver.NONE,
                clock);
    }

    public static TestEngine in(Path directory, TestNetwork network) throws InterruptedException {
        return in(directory, network, InstantSource.system());
    }

    public static TestEngine in(Path directory, TestNetwork network, InstantSource clock) throws InterruptedException {
        return new TestEngine(directory, network, clock);
    }

    public CommitterEngine engine() {
        return engine;
    }

    boolean hasBugs() {
        return !bugs.isEmpty();
    }

    @Override
    public void close() {
        engine.close();
        if (!bugs.isEmpty()) {
            throw bugs.getFirst();
        }
    }
}
