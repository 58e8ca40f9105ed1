package io.florin.simulation;

import io.florin.simulation.bank.BankEntry;
import io.florin.simulation.bank.BankHabits;
import io.florin.simulation.run.Cast;
import java.util.List;
import java.util.UUID;

/// Bugs of a bank that pays.
enum PlantedInBanks {
    SENDS_BEFORE_THE_DISK_HAS_THE_TRANSACTION(new BankHabits() {
        @Override
        public boolean syncs() {
            return false;
        }
    }),
    FORGETS_WHAT_IT_SIGNED_AFTER_A_RESTART(new BankHabits() {
        @Override
        public List<BankEntry> entries(List<BankEntry> entries) {
            return entries.stream()
                    .filter(entry -> !(entry.change() instanceof BankEntry.Kept))
                    .toList();
        }
    }),
    LEAVES_OUT_ONE_THAT_SHARES(new BankHabits() {
        @Override
        public List<UUID> made(List<UUID> sharing) {
            return sharing.subList(0, 1);
        }
    }),
    TAKES_WHAT_IS_UNDER_WAY_FOR_EXPIRED(new BankHabits() {
        @Override
        public long overAt(long expiryHeight) {
            return 0;
        }
    }),
    GIVES_UP_BEFORE_THE_LAST_BLOCK(new BankHabits() {
        @Override
        public long overAt(long expiryHeight) {
            return expiryHeight - 1;
        }
    }),
    TAKES_FOR_EXPIRED_WHAT_BLOCKS_OF_ITS_ABSENCE_MAY_CARRY(new BankHabits() {
        @Override
        public long reached(long followed, long head) {
            return head;
        }
    }),
    WAITS_FOR_EVER_FOR_WHAT_WAS_NEVER_ORDERED(new BankHabits() {
        @Override
        public long overAt(long expiryHeight) {
            return Long.MAX_VALUE;
        }
    });

    private final BankHabits habits;

    PlantedInBanks(BankHabits habits) {
        this.habits = habits;
    }

    Cast cast() {
        return new Cast() {
            @Override
            public BankHabits bank() {
                return habits;
            }
        };
    }
}
