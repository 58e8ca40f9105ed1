package io.florin.auditor.trail.adapter;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.StoredResults;
import io.florin.auditor.trail.ReplayResult;
import io.florin.ledger.status.TransactionOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Accepted blocks in the database, each in one transaction with whatever else it leaves.
public class BlockStore implements StoredResults {
    private final BlockRepository blocks;
    private final PositionRepository positions;
    private final TransactionTemplate transactions;

    BlockStore(BlockRepository blocks, PositionRepository positions, PlatformTransactionManager manager) {
        this.blocks = blocks;
        this.positions = positions;
        this.transactions = new TransactionTemplate(manager);
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

    void store(BlockEntity block, List<Runnable> more) {
        transactions.executeWithoutResult(_ -> {
            blocks.save(block);
            more.forEach(Runnable::run);
        });
    }

    void inOneTransaction(List<Runnable> writes) {
        transactions.executeWithoutResult(_ -> writes.forEach(Runnable::run));
    }

    /// The next stored blocks after a number, in order; a few, since a block may have megabytes.
    List<BlockEntity> after(long number) {
        return blocks.findTop16ByNumberGreaterThanOrderByNumber(number);
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
