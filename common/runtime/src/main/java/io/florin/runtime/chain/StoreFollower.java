package io.florin.runtime.chain;

import io.florin.runtime.api.OrderingInternalApi;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.web.client.RestClientException;

/// Asks one party's block store for one block after the other. An empty answer is handed over as what it is: no block.
public final class StoreFollower implements BlockFollower {

    private static final byte[] NOTHING = {};

    private final String name;
    private final OrderingInternalApi store;
    private final Duration pollEvery;
    private final ArrivedBlocks receiver;
    private final CountDownLatch closing = new CountDownLatch(1);
    private long next;

    /// @param name of its thread
    public StoreFollower(
            String name, OrderingInternalApi store, long fromNumber, Duration pollEvery, ArrivedBlocks receiver) {
        this.name = name;
        this.store = store;
        this.next = fromNumber;
        this.pollEvery = pollEvery;
        this.receiver = receiver;
    }

    public StoreFollower start() {
        Thread.ofVirtual().name(name).start(this::run);
        return this;
    }

    private void run() {
        try {
            while (closing.getCount() > 0) {
                if (!fetch() && closing.await(pollEvery.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException bug) {
            receiver.lost(bug);
        }
    }

    /// False when the party does not have the next block, or does not answer.
    private boolean fetch() throws InterruptedException {
        byte[] bytes;
        try {
            bytes = store.block(next);
        } catch (RestClientException notThere) {
            return false;
        }
        receiver.arrived(Objects.requireNonNullElse(bytes, NOTHING), () -> closing.getCount() == 0);
        next++;
        return true;
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
