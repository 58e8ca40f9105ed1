package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.authority.WindowTally;
import io.florin.instant.roots.WindowStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A shard of accounts, as its loop drives it.
final class AccountShardCore implements ShardCore<AccountShard, ShardEvent, ShardAnswer, ShardEffect> {

    private final AccountShard shard;
    private final WindowTally windows = new WindowTally();

    AccountShardCore(AccountShard shard) {
        this.shard = shard;
    }

    @Override
    public AccountShard core() {
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
        ShardRecord record = ShardRecord.decode(bytes);
        shard.replay(record);
        count(record);
    }

    @Override
    public List<Bytes> on(ShardEvent event) {
        List<ShardRecord> records = shard.on(event);
        List<Bytes> encoded = new ArrayList<>(records.size());
        boolean tookWindow = false;
        for (ShardRecord record : records) {
            encoded.add(Bytes.of(record.encode()));
            tookWindow |= count(record);
        }
        if (tookWindow && event instanceof ShardEvent.WindowArrived(var window)) {
            windows.keep(window);
        }
        return encoded;
    }

    /// @return whether it is a window of another authority
    private boolean count(ShardRecord record) {
        if (record instanceof ShardRecord.WindowTaken(int authority, int number, long window, var _)) {
            windows.taken(new WindowStream(authority, number), window);
            return true;
        }
        if (record instanceof ShardRecord.WindowClosed(long window, int _)) {
            windows.closed(window);
        }
        return false;
    }

    @Override
    public ShardEvent windowDue() {
        return new ShardEvent.WindowDue();
    }

    @Override
    public List<ShardEffect> synced(long records) {
        return shard.synced(records);
    }

    @Override
    public Optional<Answered<ShardAnswer>> answered(ShardEffect effect) {
        return effect instanceof ShardEffect.Answer(long request, var answer)
                ? Optional.of(new Answered<>(request, answer))
                : Optional.empty();
    }

    @Override
    public List<Bytes> snapshot() {
        return shard.snapshot();
    }
}
