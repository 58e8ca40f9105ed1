package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.statemanagement.strategy.StandardSMMessage;
import bftsmart.statemanagement.strategy.StandardStateManager;
import bftsmart.tom.core.DeliveryThread;
import bftsmart.tom.core.TOMLayer;
import io.florin.runtime.Failure;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The library's state manager with three changes: it asks the others for their position more often, it can be given
/// up, where the library asks for ever, and it is the first to see the library's sockets, so it moves them behind
/// [ReplicaListener].
///
/// Giving up also ends the thread that delivers, which the library's own end does not always reach. That thread waits
/// for the next decision with its lock held, so who asks for the lock first, as one must to wake it from a transfer of
/// state, waits for a decision that no longer comes.
final class MemberState extends StandardStateManager {
    private static final String DELIVERY_LOCK = "deliverLock";
    private static final int ASK_POSITION = 11;
    private static final Duration ASK_EVERY = Duration.ofMillis(200);
    private static final Duration TELL_EVERY = Duration.ofMillis(50);
    /// A thread that delivers longer than this ends by itself when it has delivered.
    private static final Duration DELIVERED = Duration.ofSeconds(5);

    private final ReplicaListener listener;
    private Optional<ReentrantLock> delivering = Optional.empty();
    private volatile @Nullable TOMLayer layer;
    private volatile boolean givenUp;

    MemberState(ReplicaListener listener) {
        this.listener = listener;
    }

    @Override
    public void init(TOMLayer tomLayer, DeliveryThread deliveryThread) {
        delivering = Optional.of(lockOf(deliveryThread));
        layer = tomLayer;
        listener.takeOver(tomLayer.getCommunication().getServersConn());
        super.init(tomLayer, deliveryThread);
    }

    /// The heart of the member; null before it is built.
    @Nullable
    TOMLayer layer() {
        return layer;
    }

    /// Blocks until enough members report the same position.
    @Override
    public void askCurrentConsensusId() {
        int me = SVController.getStaticConf().getProcessId();
        var question = new StandardSMMessage(me, -1, ASK_POSITION, 0, null, null, 0, 0);
        tomLayer.getCommunication().send(SVController.getCurrentViewAcceptors(), question);
        while (isInitializing && !givenUp) {
            tomLayer.getCommunication().send(SVController.getCurrentViewOtherAcceptors(), question);
            try {
                Thread.sleep(ASK_EVERY);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static ReentrantLock lockOf(DeliveryThread thread) {
        try {
            Field field = DeliveryThread.class.getDeclaredField(DELIVERY_LOCK);
            field.setAccessible(true);
            return (ReentrantLock) field.get(thread);
        } catch (ReflectiveOperationException other) {
            throw new Failure("the library's thread that delivers could not be ended", other);
        }
    }

    /// Ends the wait for others, and the thread that delivers. Waits until that has ended, with a bound.
    void giveUp() {
        givenUp = true;
        TOMLayer built = layer;
        if (built != null) {
            isInitializing = false;
            waitingCID = -1;
            end(built.getDeliveryThread());
        }
    }

    /// Says so again until the thread has heard it: the library forgets the word when it comes between the thread's
    /// look and its wait.
    private void end(DeliveryThread delivery) {
        long deadline = System.nanoTime() + DELIVERED.toNanos();
        do {
            delivery.shutdown();
            delivering.filter(ReentrantLock::tryLock).ifPresent(lock -> {
                delivery.canDeliver();
                lock.unlock();
            });
        } while (!hasEnded(delivery) && System.nanoTime() < deadline);
    }

    private static boolean hasEnded(Thread thread) {
        try {
            return thread.join(TELL_EVERY);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
