package io.florin.ordering.intake.adapter;

import io.florin.ordering.protocol.Offer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Room for the bundles that wait for their block. Nobody can have all of it: the topic, to which anybody may have
/// written, leaves a quarter, and each endorser that submits directly has a sixteenth. So whoever floods the one keeps
/// nobody from the other, which is there for that case.
///
/// For any thread.
final class BundleRoom {
    private static final int UNIT_BYTES = 256;
    private static final int DIRECT_PART = 4;
    private static final int SENDER_PART = 16;
    private static final int SENDERS_MAX = 64;
    private static final long OTHERS = 0;

    private final int unitsMax;
    private final Semaphore all;
    private final Semaphore topic;
    private final Map<Long, Semaphore> senders = new ConcurrentHashMap<>();

    BundleRoom(long bytes) {
        this.unitsMax = (int) Math.max(SENDER_PART, Math.min(Integer.MAX_VALUE, bytes / UNIT_BYTES));
        this.all = new Semaphore(unitsMax);
        this.topic = new Semaphore(unitsMax - unitsMax / DIRECT_PART);
    }

    /// False when there is none, or the offer's sender has its share already.
    boolean take(Offer offer, long waitMillis) throws InterruptedException {
        Semaphore share = shareOf(offer);
        if (!share.tryAcquire(units(offer), waitMillis, TimeUnit.MILLISECONDS)) {
            return false;
        }
        boolean taken = false;
        try {
            taken = all.tryAcquire(units(offer), waitMillis, TimeUnit.MILLISECONDS);
        } finally {
            if (!taken) {
                share.release(units(offer));
            }
        }
        return taken;
    }

    void giveBack(Offer offer) {
        all.release(units(offer));
        shareOf(offer).release(units(offer));
    }

    private Semaphore shareOf(Offer offer) {
        if (!offer.isDirect()) {
            return topic;
        }
        boolean known = senders.containsKey(offer.offset()) || senders.size() < SENDERS_MAX;
        return senders.computeIfAbsent(known ? offer.offset() : OTHERS, _ -> new Semaphore(unitsMax / SENDER_PART));
    }

    /// One bundle always fits.
    private int units(Offer offer) {
        return Math.min(unitsMax / SENDER_PART, 1 + offer.bundle().size() / UNIT_BYTES);
    }

    /// Bytes in use.
    long bytes() {
        return (long) (unitsMax - all.availablePermits()) * UNIT_BYTES;
    }
}
