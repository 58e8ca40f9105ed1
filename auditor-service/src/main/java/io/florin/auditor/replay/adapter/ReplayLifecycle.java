package io.florin.auditor.replay.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/// Replays the stored blocks when the service starts, then opens the sources. Both happen beside the start of the
/// service, which is not ready before the replay has ended.
public final class ReplayLifecycle implements SmartLifecycle {
    private static final long RETRY_MILLIS = 1_000;

    private final ReplayWriter writer;
    private final BlockSources sources;
    private final FaultHandler faults;
    private final InstantSource clock;
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    ReplayLifecycle(ReplayWriter writer, BlockSources sources, FaultHandler faults, InstantSource clock) {
        this.writer = writer;
        this.sources = sources;
        this.faults = faults;
        this.clock = clock;
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("auditor-replay").daemon(true).start(this::run);
    }

    private void run() {
        long began = clock.millis();
        try {
            while (!stopping && !replayed()) {
                Thread.sleep(RETRY_MILLIS);
            }
            if (!stopping) {
                AuditorLog.storeReplayed(writer.height(), clock.millis() - began);
                sources.start();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error bug) {
            faults.stopped("auditor-replay", bug);
        }
    }

    private boolean replayed() {
        try {
            writer.replayStore();
            return true;
        } catch (RuntimeException away) {
            if (!DatabaseAway.isBehind(away)) {
                throw away;
            }
            AuditorLog.storeAway(away.getClass().getSimpleName());
            return false;
        }
    }

    @Override
    public void stop() {
        stopping = true;
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            try {
                running.join(10_000);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        sources.close();
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
