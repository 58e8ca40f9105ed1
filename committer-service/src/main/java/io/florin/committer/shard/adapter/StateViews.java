package io.florin.committer.shard.adapter;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.StateView;
import io.florin.committer.protocol.StoredValue;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Views of all shards at the height of the last complete block.
public final class StateViews {

    private final ShardMap map;
    private final List<RocksShardStore> stores;
    private volatile long block;

    /// @param block the last complete block
    public StateViews(ShardMap map, List<RocksShardStore> stores, long block) {
        this.map = map;
        this.stores = List.copyOf(stores);
        this.block = block;
    }

    /// A block is complete: later views are of its state.
    public void advance(long completeBlock) {
        block = completeBlock;
        stores.forEach(store -> store.forgetBefore(completeBlock));
    }

    /// A view of the last complete block; empty when a shard went ahead of it before a crash, until the block that it
    /// has is complete again.
    public Optional<StateView> view() {
        long wanted;
        do {
            wanted = block;
            List<RocksShardStore.ShardView> parts = new ArrayList<>();
            for (RocksShardStore store : stores) {
                store.view(wanted).ifPresent(parts::add);
            }
            if (parts.size() == stores.size()) {
                return Optional.of(new Combined(wanted, map, parts));
            }
            parts.forEach(RocksShardStore.ShardView::close);
        } while (wanted != block);
        return Optional.empty();
    }

    private record Combined(long block, ShardMap map, List<RocksShardStore.ShardView> parts) implements StateView {

        @Override
        public Optional<StoredValue> read(StateKey key) {
            return parts.get(map.of(key)).read(key);
        }

        @Override
        public List<TokenReference> tokensOf(OwnerKey owner, int limit) {
            List<TokenReference> tokens = new ArrayList<>();
            parts.forEach(part -> tokens.addAll(part.tokensOf(owner, limit)));
            tokens.sort(Comparator.comparing(TokenReference::key));
            return tokens.subList(0, Math.min(limit, tokens.size()));
        }

        @Override
        public Optional<Claim> claim(TransactionId id) {
            return parts.get(map.of(id)).claim(id);
        }

        @Override
        public void close() {
            parts.forEach(RocksShardStore.ShardView::close);
        }
    }
}
