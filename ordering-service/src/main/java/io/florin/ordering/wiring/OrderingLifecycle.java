package io.florin.ordering.wiring;

import io.florin.ordering.consenter.bftsmart.adapter.BftSmartConsensus;
import io.florin.ordering.intake.adapter.TopicIntake;
import io.florin.ordering.publisher.adapter.BlockPublisher;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Starts the party before its ports open and stops it after they have closed, last started first.
@Component
class OrderingLifecycle implements SmartLifecycle {
    private static final Duration KEEP_EVERY = Duration.ofMillis(500);

    private final PartyEngine engine;
    private final BftSmartConsensus consensus;
    private final TopicIntake intake;
    private final BlockPublisher publisher;
    private volatile boolean running;
    private volatile Thread keeper = Thread.currentThread();

    OrderingLifecycle(
            PartyEngine engine,
            PartyEngine.Parts parts,
            BftSmartConsensus consensus,
            TopicIntake intake,
            BlockPublisher publisher) {
        this.engine = engine;
        this.consensus = consensus;
        this.intake = intake;
        this.publisher = publisher;
        engine.connect(parts);
    }

    @Override
    public void start() {
        running = true;
        engine.start();
        intake.start();
        keeper = Thread.ofVirtual().name("ordering-positions").start(this::keepPositions);
    }

    private void keepPositions() {
        while (running) {
            try {
                Thread.sleep(KEEP_EVERY);
                intake.keepPositions();
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    @Override
    public void stop() {
        running = false;
        keeper.interrupt();
        try {
            keeper.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        intake.close();
        intake.keepPositions();
        engine.close();
        consensus.close();
        publisher.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return 0;
    }
}
