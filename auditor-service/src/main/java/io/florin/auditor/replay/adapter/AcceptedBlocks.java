package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.StoredResults;
import io.florin.auditor.replay.ReplayResult;
import io.florin.ledger.NetworkId;
import io.florin.ledger.status.TransactionOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Accepted blocks in the database, each in one transaction with whatever else it leaves.
public class AcceptedBlocks implements StoredResults {
    /// A block may have megabytes.
    private static final int FETCH_SIZE = 32;

    private final BlockRepository blocks;
    private final PositionRepository positions;
    private final TransactionTemplate transactions;
    private final JdbcTemplate rows;

    AcceptedBlocks(
            BlockRepository blocks,
            PositionRepository positions,
            PlatformTransactionManager manager,
            DataSource database) {
        this.blocks = blocks;
        this.positions = positions;
        this.transactions = new TransactionTemplate(manager);
        this.rows = new JdbcTemplate(database);
        rows.setFetchSize(FETCH_SIZE);
    }

    static BlockEntity entity(ReplayedBlock block, String source, Instant seenAt) {
        return new BlockEntity(
                block.number(),
                block.encoded().toArray(),
                resultOf(block),
                block.checkpoint().stateHash().toHex(),
                new BlockEntity.Counts(
                        block.outcomes().size(), block.committed().size()),
                source,
                seenAt);
    }

    static byte[] resultOf(ReplayedBlock block) {
        return new ReplayResult(block.checkpoint(), block.outcomes()).encode();
    }

    /// @param block empty where it is stored already
    /// @param more to be written with it
    void store(Optional<BlockEntity> block, List<Runnable> more) {
        transactions.executeWithoutResult(_ -> {
            block.ifPresent(blocks::save);
            more.forEach(Runnable::run);
        });
    }

    /// The next stored blocks after a number, in order; a few, since a block may have megabytes.
    List<BlockEntity> after(long number) {
        return blocks.findTop16ByNumberGreaterThanOrderByNumber(number);
    }

    Optional<BlockEntity> block(long number) {
        return blocks.findById(number);
    }

    /// A digest of the blocks and results that are stored up to a number.
    RowsDigest digestThrough(NetworkId network, long number) {
        return transactions.execute(_ -> {
            RowsDigest[] sum = {RowsDigest.of(network)};
            rows.query(
                    "select number, encoded, result from audit_block where number <= ? order by number",
                    row -> {
                        sum[0] = sum[0].next(row.getLong(1), row.getBytes(2), row.getBytes(3));
                    },
                    number);
            return sum[0];
        });
    }

    @Override
    public Optional<List<TransactionOutcome>> outcomes(long block) {
        return blocks.result(block).map(result -> ReplayResult.decode(result).outcomes());
    }

    Optional<Instant> seenAt(long block) {
        return blocks.seenAt(block);
    }

    long position(String topic) {
        return positions.findById(topic).map(PositionEntity::nextOffset).orElse(0L);
    }

    void position(String topic, long nextOffset) {
        positions.save(new PositionEntity(topic, nextOffset));
    }

    long count() {
        return blocks.count();
    }

    long transactions() {
        return blocks.transactions().orElse(0L);
    }

    long committed() {
        return blocks.committed().orElse(0L);
    }
}
