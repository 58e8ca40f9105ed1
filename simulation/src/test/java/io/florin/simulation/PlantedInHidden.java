package io.florin.simulation;

import io.florin.endorser.protocol.StoredNote;
import io.florin.ledger.TransactionId;
import io.florin.simulation.bank.BankEntry;
import io.florin.simulation.bank.BankHabits;
import io.florin.simulation.endorser.EndorserHabits;
import io.florin.simulation.run.Cast;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Bugs that show where amounts and owners are hidden.
enum PlantedInHidden {
    ENDORSERS_DROP_NOTES_WHEN_THEY_CRASH {
        @Override
        Cast cast() {
            return new Cast() {
                @Override
                public EndorserHabits endorser(int index) {
                    return new EndorserHabits() {
                        @Override
                        public List<StoredNote> notes(List<StoredNote> stored) {
                            return List.of();
                        }
                    };
                }
            };
        }
    },
    A_BANK_FORGETS_CHANGE_AT_A_RESTART {
        @Override
        Cast cast() {
            return bank(new BankHabits() {
                @Override
                public List<BankEntry> entries(List<BankEntry> entries) {
                    Set<TransactionId> own = entries.stream()
                            .flatMap(entry -> entry.change() instanceof BankEntry.Kept(long _, var signed)
                                    ? signed.stream()
                                    : Stream.of())
                            .map(signed -> signed.submission().transaction().id())
                            .collect(Collectors.toSet());
                    List<BankEntry> left = new ArrayList<>();
                    for (BankEntry entry : entries) {
                        left.add(
                                entry.change() instanceof BankEntry.NotesRead(int endorser, long next, var notes)
                                        ? new BankEntry(
                                                entry.afterBlock(),
                                                new BankEntry.NotesRead(
                                                        endorser,
                                                        next,
                                                        notes.stream()
                                                                .filter(note -> !own.contains(note.transaction()))
                                                                .toList()))
                                        : entry);
                    }
                    return left;
                }
            });
        }
    },
    A_BANK_CREDITS_A_NOTE_FOR_EACH_ENDORSER {
        @Override
        Cast cast() {
            return bank(new BankHabits() {
                @Override
                public boolean credits(boolean fresh) {
                    return true;
                }
            });
        }
    },
    A_BANK_LOOKS_FOR_NOTES_OF_NEW_BLOCKS_ONLY {
        @Override
        Cast cast() {
            return bank(new BankHabits() {
                @Override
                public boolean takesLateNotes() {
                    return false;
                }
            });
        }
    };

    abstract Cast cast();

    private static Cast bank(BankHabits habits) {
        return new Cast() {
            @Override
            public BankHabits bank() {
                return habits;
            }
        };
    }
}
