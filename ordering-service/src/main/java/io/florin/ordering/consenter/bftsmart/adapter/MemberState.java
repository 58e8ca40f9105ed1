package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.statemanagement.strategy.StandardSMMessage;
import bftsmart.statemanagement.strategy.StandardStateManager;
import bftsmart.tom.core.DeliveryThread;
import bftsmart.tom.core.TOMLayer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The library's state manager with three changes: it asks the others for their position more often, it can be given
/// up, where the library asks for ever, and it is the first to see the library's sockets, so it moves them behind
/// [ReplicaDoor].
final class MemberState extends StandardStateManager {
    private static final int ASK_POSITION = 11;
    private static final Duration ASK_EVERY = Duration.ofMillis(200);

    private final ReplicaDoor door;
    private volatile @Nullable TOMLayer layer;
    private volatile boolean givenUp;

    MemberState(ReplicaDoor door) {
        this.door = door;
    }

    @Override
    public void init(TOMLayer tomLayer, DeliveryThread deliveryThread) {
        layer = tomLayer;
        door.takeOver(tomLayer.getCommunication().getServersConn());
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

    /// Ends the wait for others, and that of the thread that delivers.
    void giveUp() {
        givenUp = true;
        TOMLayer built = layer;
        if (built != null) {
            isInitializing = false;
            waitingCID = -1;
            DeliveryThread delivery = built.getDeliveryThread();
            delivery.deliverLock();
            delivery.canDeliver();
            delivery.deliverUnlock();
        }
    }
}
