package io.florin.simulation;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.simulation.endorser.EndorserHabits;
import io.florin.simulation.run.Cast;
import java.util.SortedMap;

/// Bugs of endorsers.
enum PlantedInEndorsers {
    SIGNS_BEFORE_THE_DISK_HAS_IT(new EndorserHabits() {
        @Override
        public boolean syncs() {
            return false;
        }
    }),
    PUBLISHES_A_SIGNATURE_THAT_IT_DID_NOT_CHECK(new EndorserHabits() {
        @Override
        public GroupKey.Combined combined(GroupKey.Combined combined, SortedMap<Integer, Bytes> shares) {
            return combined instanceof GroupKey.Combined.Blamed
                    ? new GroupKey.Combined.Signature(shares.values().iterator().next())
                    : combined;
        }
    });

    private final EndorserHabits habits;

    PlantedInEndorsers(EndorserHabits habits) {
        this.habits = habits;
    }

    Cast cast() {
        return new Cast() {
            @Override
            public EndorserHabits endorser(int index) {
                return habits;
            }
        };
    }
}
