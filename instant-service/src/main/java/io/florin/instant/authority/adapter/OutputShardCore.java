package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes;
import io.florin.instant.authority.WindowTally;
import io.florin.instant.output.OutputAnswer;
import io.florin.instant.output.OutputEffect;
import io.florin.instant.output.OutputEvent;
import io.florin.instant.output.OutputRecord;
import io.florin.instant.output.OutputShard;
import io.florin.instant.roots.WindowStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A shard of outputs, as its loop drives it.
final class OutputShardCore implements ShardCore<OutputShard, OutputEvent, OutputAnswer, OutputEffect> {

    private final OutputShard shard;
    private final WindowTally windows = new WindowTally();

    OutputShardCore(OutputShard shard) {
        this.shard = shard;
    }

    @Override
    public OutputShard core() {
        return shard;
    }

    @Override
    public WindowTally windows() {
        return windows;
    }

    @Override
    public long height() {
        return shard.height();
    }

    @Override
    public void restore(byte[] part) {
        shard.restore(part);
    }

    @Override
    public void restored(long records) {
        shard.restored(records);
        windows.restored(shard.windowsClosed(), shard.windowsRead());
    }

    @Override
    public void replay(byte[] bytes) {
        OutputRecord record = OutputRecord.decode(bytes);
        shard.replay(record);
        count(record);
    }

    @Override
    public List<Bytes> on(OutputEvent event) {
        List<OutputRecord> records = shard.on(event);
        List<Bytes> encoded = new ArrayList<>(records.size());
        boolean tookWindow = false;
        for (OutputRecord record : records) {
            encoded.add(Bytes.of(record.encode()));
            tookWindow |= count(record);
        }
        if (tookWindow && event instanceof OutputEvent.WindowArrived(var window)) {
            windows.keep(window);
        }
        return encoded;
    }

    /// @return whether it is a window of another authority
    private boolean count(OutputRecord record) {
        if (record instanceof OutputRecord.WindowTaken(int authority, int number, long window, var _)) {
            windows.taken(new WindowStream(authority, number), window);
            return true;
        }
        if (record instanceof OutputRecord.WindowClosed(long window, int _)) {
            windows.closed(window);
        }
        return false;
    }

    @Override
    public OutputEvent windowDue() {
        return new OutputEvent.WindowDue();
    }

    @Override
    public List<OutputEffect> synced(long records) {
        return shard.synced(records);
    }

    @Override
    public Optional<Answered<OutputAnswer>> answered(OutputEffect effect) {
        return effect instanceof OutputEffect.Answer(long request, var answer)
                ? Optional.of(new Answered<>(request, answer))
                : Optional.empty();
    }

    @Override
    public List<Bytes> snapshot() {
        return shard.snapshot();
    }
}
