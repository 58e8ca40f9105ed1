package io.florin.auditor.replay.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/// Blocks in memory, and a database that goes away when it is told to.
final class MemoryAcceptedBlocks extends AcceptedBlocks {
    final TreeMap<Long, StoredBlock> blocks = new TreeMap<>();
    private final Map<String, Long> positions = new ConcurrentHashMap<>();
    volatile int storesBeforeAway = Integer.MAX_VALUE;

    MemoryAcceptedBlocks() {
        super(new NoDatabase());
    }

    private static final class NoDatabase extends AbstractDataSource {
        @Override
        public Connection getConnection() {
            throw new UnsupportedOperationException("there is no database");
        }

        @Override
        public Connection getConnection(String username, String password) {
            return getConnection();
        }
    }

    @Override
    void store(List<StoredBlock> stored, Runnable more) {
        if (storesBeforeAway-- == 0) {
            storesBeforeAway = Integer.MAX_VALUE;
            throw new DataAccessResourceFailureException("away", new SQLException("away", "08006"));
        }
        stored.forEach(block -> blocks.put(block.number(), block));
        more.run();
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
    List<StoredBlock> after(long number) {
        List<StoredBlock> next = new ArrayList<>(blocks.tailMap(number, false).values());
        return next.subList(0, Math.min(3, next.size()));
    }

    @Override
    RowsDigest digestThrough(NetworkId network, long number) {
        RowsDigest sum = RowsDigest.of(network);
        for (StoredBlock row : blocks.headMap(number, true).values()) {
            sum = sum.next(row.number(), row.encoded().toArray(), row.result().toArray());
        }
        return sum;
    }

    /// Somebody changes the last byte of a stored block.
    void alter(long number) {
        StoredBlock row = row(number);
        byte[] encoded = row.encoded().toArray();
        encoded[encoded.length - 1] ^= 1;
        blocks.put(
                number,
                new StoredBlock(
                        number,
                        Bytes.of(encoded),
                        row.result(),
                        row.stateHash(),
                        row.transactions(),
                        row.committed(),
                        row.source(),
                        row.seenAt()));
    }

    Bytes encoded(long number) {
        return row(number).encoded();
    }

    private StoredBlock row(long number) {
        return Objects.requireNonNull(blocks.get(number));
    }
}
