package io.florin.committer.coordinator.adapter;

import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.runtime.loop.EventHandler;
import java.util.function.LongConsumer;

/// Drives the decision log: everything that waits is written and brought to the disk with one sync.
public final class DecisionLogWriter implements EventHandler<DecisionLogWriter.Command> {

    /// Events of the log.
    public sealed interface Command {}

    /// Write a record.
    public record Write(Append append) implements Command {}

    /// These blocks are complete and need no log any more.
    public record Forget(long completeBlock) implements Command {}

    private final DecisionLogFile file;
    private final LongConsumer durable;
    private long reported;

    /// @param durable told the sequence up to which the log is on disk
    public DecisionLogWriter(DecisionLogFile file, LongConsumer durable) {
        this.file = file;
        this.durable = durable;
        this.reported = file.lastSequence();
    }

    @Override
    public void on(Command command) {
        switch (command) {
            case Write(Append append) -> file.append(append.sequence(), append.verdicts());
            case Forget(long completeBlock) -> file.forget(completeBlock);
        }
    }

    @Override
    public void batchEnded() {
        file.sync();
        if (file.lastSequence() > reported) {
            reported = file.lastSequence();
            durable.accept(reported);
        }
    }
}
