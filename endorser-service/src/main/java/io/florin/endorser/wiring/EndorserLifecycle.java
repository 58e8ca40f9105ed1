package io.florin.endorser.wiring;

import io.florin.endorser.directory.adapter.DirectoryLoop;
import io.florin.endorser.gather.adapter.GatherLoop;
import io.florin.endorser.gather.adapter.GatherWork;
import io.florin.endorser.gather.adapter.RecoveryRounds;
import io.florin.endorser.signing.adapter.SigningPreparation;
import io.florin.endorser.status.adapter.CommitterInquiry;
import io.florin.endorser.status.adapter.StatusReaders;
import io.florin.endorser.store.adapter.StoreWriter;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Starts the loops before the ports open and stops them after the ports have closed, last started first.
@Component
class EndorserLifecycle implements SmartLifecycle {

    private final StoreWriter writer;
    private final GatherWork work;
    private final GatherLoop gathering;
    private final DirectoryLoop directory;
    private final StatusReaders statuses;
    private final CommitterInquiry inquiry;
    private final RecoveryRounds recovery;
    private final SigningPreparation preparations;
    private volatile boolean running;

    EndorserLifecycle(
            StoreWriter writer,
            GatherWork work,
            GatherLoop gathering,
            DirectoryLoop directory,
            StatusReaders statuses,
            CommitterInquiry inquiry,
            RecoveryRounds recovery,
            SigningPreparation preparations) {
        this.writer = writer;
        this.work = work;
        this.gathering = gathering;
        this.directory = directory;
        this.statuses = statuses;
        this.inquiry = inquiry;
        this.recovery = recovery;
        this.preparations = preparations;
    }

    @Override
    public void start() {
        writer.start();
        gathering.start();
        directory.start();
        statuses.start();
        inquiry.start();
        preparations.start(gathering);
        recovery.start();
        running = true;
    }

    @Override
    public void stop() {
        recovery.close();
        preparations.close();
        inquiry.close();
        statuses.close();
        directory.close();
        gathering.close();
        work.close();
        writer.close();
        running = false;
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
