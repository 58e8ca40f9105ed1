package io.florin.auditor.replay.adapter;

import io.florin.ledger.NetworkId;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.PlatformTransactionManager;

/// Blocks in memory, and a database that goes away when it is told to.
final class MemoryAcceptedBlocks extends AcceptedBlocks {
    final TreeMap<Long, BlockEntity> blocks = new TreeMap<>();
    private final Map<String, Long> positions = new ConcurrentHashMap<>();
    volatile int storesBeforeAway = Integer.MAX_VALUE;

    MemoryAcceptedBlocks() {
        super(
                none(BlockRepository.class),
                none(PositionRepository.class),
                none(PlatformTransactionManager.class),
                none(DataSource.class));
    }

    private static <T> T none(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            throw new UnsupportedOperationException(method.getName());
        }));
    }

    @Override
    void store(Optional<BlockEntity> block, List<Runnable> more) {
        if (storesBeforeAway-- == 0) {
            storesBeforeAway = Integer.MAX_VALUE;
            throw new DataAccessResourceFailureException("away", new SQLException("away", "08006"));
        }
        block.ifPresent(stored -> blocks.put(stored.number(), stored));
        more.forEach(Runnable::run);
    }

    @Override
    long position(String topic) {
        return positions.getOrDefault(topic, 0L);
    }

    @Override
    void position(String topic, long nextOffset) {
        positions.put(topic, nextOffset);
    }

    @Override
    List<BlockEntity> after(long number) {
        List<BlockEntity> next = new ArrayList<>(blocks.tailMap(number, false).values());
        return next.subList(0, Math.min(3, next.size()));
    }

    @Override
    RowsDigest digestThrough(NetworkId network, long number) {
        RowsDigest sum = RowsDigest.of(network);
        for (BlockEntity row : blocks.headMap(number, true).values()) {
            sum = sum.next(row.number(), row.encoded(), row.result());
        }
        return sum;
    }

    /// Somebody changes the last byte of a stored block.
    void alter(long number) {
        byte[] encoded = row(number).encoded();
        encoded[encoded.length - 1] ^= 1;
    }

    byte[] encoded(long number) {
        return row(number).encoded().clone();
    }

    private BlockEntity row(long number) {
        return Objects.requireNonNull(blocks.get(number));
    }
}
