package io.florin.certifier.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.SettledBlock;
import io.florin.runtime.api.CertifierInternalApi.BelievedCheckpoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/// Checkpoints that the own committer signed of each block that this certifier believed, for auditors to compare with
/// those shown to the world. Only of the last blocks: the state hash rolls, so a certifier that was lied to about an
/// older one has other checkpoints of these too.
///
/// A block that is followed anew, after a restore, may have a second checkpoint: both are kept.
public final class BelievedCheckpoints {
    private final JdbcTemplate jdbc;
    private final long blocksKept;

    /// @param blocksKept how many of the last blocks
    public BelievedCheckpoints(JdbcTemplate jdbc, long blocksKept) {
        this.jdbc = jdbc;
        this.blocksKept = blocksKept;
    }

    /// Within the transaction that keeps the blocks' shares.
    ///
    /// @param blocks in their order, at least one
    void keep(List<SettledBlock> blocks) {
        jdbc.batchUpdate(
                "INSERT INTO believed_checkpoint"
                        + " (number, header_hash, status_root, state_hash, committer, statuses, signature)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (number, header_hash, status_root, state_hash) DO NOTHING",
                blocks.stream().map(BelievedCheckpoints::row).toList());
        jdbc.update(
                "DELETE FROM believed_checkpoint WHERE number <= ?",
                blocks.getLast().number() - blocksKept);
    }

    private static Object[] row(SettledBlock block) {
        Checkpoint checkpoint = block.checkpoint();
        CommitterSignature signature = block.signed().signature();
        byte[] statuses = new byte[block.transactions().size()];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = (byte) block.transactions().get(i).outcome().status().number();
        }
        return new Object[] {
            checkpoint.number(),
            checkpoint.headerHash().toArray(),
            checkpoint.statusRoot().toArray(),
            checkpoint.stateHash().toArray(),
            signature.committer(),
            statuses,
            signature.signature().toArray()
        };
    }

    /// The kept ones from a block on, in order; a block's are never parted.
    ///
    /// @param limit after which no further block is begun
    public List<BelievedCheckpoint> from(long block, int limit) {
        return jdbc.query(
                "SELECT * FROM believed_checkpoint WHERE number >= ? ORDER BY number FETCH FIRST ? ROWS WITH TIES",
                (row, _) -> read(row),
                block,
                limit);
    }

    private static BelievedCheckpoint read(ResultSet row) throws SQLException {
        return new BelievedCheckpoint(
                row.getLong("number"),
                Bytes32.of(row.getBytes("header_hash")).toHex(),
                Bytes32.of(row.getBytes("status_root")).toHex(),
                Bytes32.of(row.getBytes("state_hash")).toHex(),
                row.getInt("committer"),
                Bytes.of(row.getBytes("statuses")).toHex(),
                Bytes.of(row.getBytes("signature")).toHex());
    }
}
