package io.florin.ordering.link.adapter;

import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.OrderingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.springframework.web.client.RestClientException;

/// The way to one other party: a queue of chain messages and one of batches, each with a thread that sends what has
/// gathered, in order.
///
/// Chain messages may be lost: a full queue or a failed call drops them, the chain says again what matters. A batch is
/// sent again until the other party has taken it, as long as it is under way; so one party that is away holds up
/// nothing, and what waits for it is bounded by the number of lanes.
final class PartyLink implements AutoCloseable {
    private static final int MESSAGES_MAX = 2048;
    private static final int BATCHES_MAX = 4 * Batch.LANES_MAX;
    private static final int GATHER_MAX = 256;
    private static final int GATHER_BYTES = 2 * 1024 * 1024;
    private static final long POLL_MILLIS = 200;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final int party;
    private final PartyApi api;
    private final OrderingLog log;
    private final Predicate<Batch> isUnderWay;
    private final BlockingQueue<byte[]> messages = new ArrayBlockingQueue<>(MESSAGES_MAX);
    private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(BATCHES_MAX);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    PartyLink(int party, PartyApi api, Predicate<Batch> isUnderWay, OrderingLog log) {
        this.log = log;
        this.party = party;
        this.api = api;
        this.isUnderWay = isUnderWay;
    }

    void start() {
        threads.add(Thread.ofVirtual().name("ordering-messages-to-" + party).start(this::sendMessages));
        threads.add(Thread.ofVirtual().name("ordering-batches-to-" + party).start(this::sendBatches));
    }

    /// False when the queue is full and the message is dropped.
    boolean message(byte[] encoded) {
        return messages.offer(encoded);
    }

    boolean batch(Batch batch) {
        return batches.offer(batch);
    }

    private void sendMessages() {
        List<byte[]> gathered = new ArrayList<>();
        boolean failing = false;
        while (!closed) {
            try {
                byte[] first = messages.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    continue;
                }
                gathered.clear();
                gathered.add(first);
                int bytes = first.length;
                byte[] next = messages.peek();
                while (next != null && gathered.size() < GATHER_MAX && bytes + next.length <= GATHER_BYTES) {
                    gathered.add(messages.remove());
                    bytes += next.length;
                    next = messages.peek();
                }
                api.chainMessages(Frames.join(gathered));
                if (failing) {
                    log.peerBack(party);
                }
                failing = false;
            } catch (RestClientException failed) {
                if (!failing) {
                    log.peerAway(party, String.valueOf(failed.getMessage()));
                }
                failing = true;
                messages.clear();
                pause();
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private void sendBatches() {
        while (!closed) {
            try {
                Batch batch = batches.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                while (batch != null && !closed && isUnderWay.test(batch) && !sent(batch)) {
                    pause();
                }
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private boolean sent(Batch batch) {
        try {
            api.batch(batch.encode());
            return true;
        } catch (RestClientException notTaken) {
            return false;
        }
    }

    private void pause() {
        try {
            Thread.sleep(AFTER_FAILURE);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }
}
