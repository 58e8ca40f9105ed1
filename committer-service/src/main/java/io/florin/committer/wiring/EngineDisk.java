package io.florin.committer.wiring;

import io.florin.committer.chain.adapter.ChainStore;
import io.florin.committer.coordinator.adapter.DecisionLogFile;
import io.florin.committer.protocol.KeyWrite;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.shard.StateShard;
import io.florin.committer.shard.adapter.RocksShardStore;
import io.florin.committer.status.StatusBoard;
import io.florin.crypto.Bytes;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKeys;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An engine's stores on disk: `chain`, `decisions`, `shard-0`, `shard-1` … in one directory, and where it stands. All
/// of it opens and can be read, or nothing stays open.
final class EngineDisk implements AutoCloseable {

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<RocksShardStore> stores = new ArrayList<>();
    private final ChainStore chain;
    private final DecisionLogFile log;
    private final Checkpoint checkpoint;
    private final NetworkConfiguration configuration;

    EngineDisk(EngineSettings settings, Genesis genesis) {
        Path directory = settings.directory();
        boolean complete = false;
        try {
            SecretFiles.createDirectory(directory);
            chain = new ChainStore(directory.resolve("chain"), genesis, settings.timesMax());
            opened.addFirst(chain);
            checkpoint = chain.checkpoint(chain.completeBlock(), StatusBoard.atGenesis(genesis));
            configuration = chain.configuration(checkpoint.number());
            log = new DecisionLogFile(directory.resolve("decisions"), settings.logSegmentBytes());
            opened.addFirst(log);
            openShards(settings, genesis);
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    private void openShards(EngineSettings settings, Genesis genesis) {
        ShardMap map = new ShardMap(settings.shards());
        NetworkConfiguration first = genesis.configuration();
        KeyWrite initial = new KeyWrite(
                StateKeys.CONFIGURATION,
                Optional.of(new StoredValue.StoredBytes(first.version(), Bytes.of(first.encode()))));
        var memory = new RocksShardStore.Memory(settings.cacheBytes(), settings.writeBufferBytes());
        for (int shard = 0; shard < map.shards(); shard++) {
            RocksShardStore store = new RocksShardStore(
                    settings.directory().resolve("shard-" + shard), chain.shardIdentity(shard, map.shards()), memory);
            opened.addFirst(store);
            stores.add(store);
            new StateShard(shard, store).begin(map.of(StateKeys.CONFIGURATION) == shard ? List.of(initial) : List.of());
            Invariant.check(
                    store.appliedBlock() >= chain.completeBlock(), "state shard " + shard + " is behind the chain");
        }
    }

    ChainStore chain() {
        return chain;
    }

    DecisionLogFile log() {
        return log;
    }

    List<RocksShardStore> stores() {
        return stores;
    }

    /// Of the last complete block.
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /// In force after the last complete block.
    NetworkConfiguration configuration() {
        return configuration;
    }

    /// The last block that some shard has applied.
    long lastApplied() {
        return stores.stream().mapToLong(RocksShardStore::appliedBlock).max().orElse(0);
    }

    @Override
    public void close() {
        List<AutoCloseable> parts = List.copyOf(opened);
        opened.clear();
        Optional<Exception> failed = Optional.empty();
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                failed = Optional.of(e);
            }
        }
        failed.ifPresent(e -> {
            throw new Failure("disk of the committer cannot be closed", e);
        });
    }
}
