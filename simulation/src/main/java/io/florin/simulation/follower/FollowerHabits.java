package io.florin.simulation.follower;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import java.util.List;

/// How followers carry out what their cores decide; a planted bug changes one habit.
public interface FollowerHabits {
    FollowerHabits HONEST = new FollowerHabits() {};

    /// Whom it believes.
    default ResultTip tip(ResultTip tip) {
        return tip;
    }

    /// What it finds on its disk after a restart.
    default List<SettledBlock> settled(List<SettledBlock> records) {
        return records;
    }

    /// What the auditor counts of a block.
    default ReplayedBlock counted(ReplayedBlock block) {
        return block;
    }
}
