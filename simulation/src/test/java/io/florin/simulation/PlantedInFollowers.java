package io.florin.simulation;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.simulation.follower.FollowerHabits;
import io.florin.simulation.run.Cast;
import java.util.ArrayList;
import java.util.List;

/// Bugs of those who follow the ledger.
enum PlantedInFollowers {
    DOES_NOT_COUNT_REDEMPTIONS(new FollowerHabits() {
        @Override
        public ReplayedBlock counted(ReplayedBlock block) {
            return new ReplayedBlock(
                    block.block(),
                    block.encoded(),
                    block.checkpoint(),
                    block.outcomes(),
                    block.committed().stream()
                            .filter(it -> it.transaction().kind() != TransactionKind.REDEEM)
                            .toList(),
                    block.configuration());
        }
    }),
    COUNTS_A_BLOCK_AGAIN_AFTER_A_RESTART(new FollowerHabits() {
        @Override
        public List<SettledBlock> settled(List<SettledBlock> records) {
            List<SettledBlock> again = new ArrayList<>(records);
            if (!records.isEmpty()) {
                again.add(records.getLast());
            }
            return again;
        }
    }),
    ACCUSES_NOBODY(new FollowerHabits() {
        @Override
        public boolean accuses() {
            return false;
        }
    }),
    BELIEVES_ONE_COMMITTER(new FollowerHabits() {
        @Override
        public ResultTip tip(ResultTip tip) {
            Committers all = tip.configuration().committers();
            return new ResultTip(
                    tip.network(),
                    tip.number(),
                    tip.stateHash(),
                    EditedConfiguration.of(tip.configuration())
                            .committers(new Committers(0, all.keys()))
                            .build());
        }
    });

    private final FollowerHabits habits;

    PlantedInFollowers(FollowerHabits habits) {
        this.habits = habits;
    }

    Cast cast() {
        return new Cast() {
            @Override
            public FollowerHabits follower(String name) {
                return habits;
            }
        };
    }
}
