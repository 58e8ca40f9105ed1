package io.florin.auditor.protocol;

import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Optional;

/// Blocks that the auditor replayed, read again from its database. Any thread may ask.
public interface ReplayedBlocks {

    /// Committed transactions of a replayed block.
    ///
    /// @param committed in order
    /// @param configuration in force for this block
    record CommittedBlock(long number, List<OrderedTransaction> committed, NetworkConfiguration configuration) {
        public CommittedBlock {
            committed = List.copyOf(committed);
        }
    }

    /// Exactly what was replayed; a stored block that is anything else is an incident.
    ///
    /// @return empty for a block that is not replayed, or is stored otherwise
    Optional<CommittedBlock> committed(long number);
}
