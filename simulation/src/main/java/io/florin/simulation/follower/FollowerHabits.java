package io.florin.simulation.follower;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import java.util.List;

/// Ways in which followers carry out what their cores decide; a planted bug changes one of them.
public interface FollowerHabits {
    FollowerHabits HONEST = new FollowerHabits() {};

    /// Tip that it believes.
    default ResultTip tip(ResultTip tip) {
        return tip;
    }

    /// Blocks that it finds on its disk after a restart.
    default List<SettledBlock> settled(List<SettledBlock> records) {
        return records;
    }

    /// Supply that the auditor counts of a block.
    default ReplayedBlock counted(ReplayedBlock block) {
        return block;
    }

    /// Whether the auditor says so when a committer signed something else.
    default boolean accuses() {
        return true;
    }
}
