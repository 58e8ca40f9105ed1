package io.florin.simulation;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ordering.chain.ChainEffect;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.protocol.OrderedBundles;
import io.florin.ordering.protocol.PartyKeys;
import io.florin.simulation.ordering.PartyHabits;
import io.florin.simulation.run.Cast;
import java.util.List;
import java.util.function.Supplier;

/// Bugs of ordering parties, each the loss of one habit that the chain rests on.
enum PlantedInOrdering {
    VOTES_BEFORE_THE_DISK_HAS_THE_VOTE(() -> new PartyHabits() {
        @Override
        public boolean syncsVotes() {
            return false;
        }
    }),
    FORGETS_ITS_VOTES_AFTER_A_RESTART(() -> new PartyHabits() {
        @Override
        public List<VoteRecord> votes(List<VoteRecord> records) {
            return records.stream()
                    .filter(record -> !(record instanceof VoteRecord.Voted))
                    .toList();
        }
    }),
    BELIEVES_ANY_SIGNATURE(() -> new PartyHabits() {
        @Override
        public PartyKeys keys(PartyKeys keys) {
            return new PartyKeys() {
                @Override
                public int self() {
                    return keys.self();
                }

                @Override
                public Bytes sign(byte[] message) {
                    return keys.sign(message);
                }

                @Override
                public boolean verify(int party, byte[] message, Bytes signature) {
                    return true;
                }
            };
        }
    }),
    FORGETS_WHICH_BUNDLES_BLOCKS_CARRY(() -> new PartyHabits() {
        @Override
        public OrderedBundles ordered(OrderedBundles blocks) {
            return (_, _) -> false;
        }
    }),
    ANSWERS_BEFORE_THE_DISK_HAS_THE_BLOCK(() -> new PartyHabits() {
        @Override
        public boolean syncsBlocks() {
            return false;
        }
    }),
    KEEPS_OTHER_ENTRIES_THAN_THE_HEADER_NAMES(() -> new PartyHabits() {
        @Override
        public Block stored(Block block) {
            return new Block(
                    block.header(),
                    block.certificate(),
                    List.copyOf(block.entries().reversed()));
        }
    }),
    LOSES_A_FETCHED_BLOCK(() -> new PartyHabits() {
        private int appends;

        @Override
        public List<ChainEffect> effects(List<ChainEffect> effects) {
            return effects.stream()
                    .filter(effect -> !(effect instanceof ChainEffect.Append) || ++appends % 7 != 0)
                    .toList();
        }
    });

    private final Supplier<PartyHabits> habits;

    PlantedInOrdering(Supplier<PartyHabits> habits) {
        this.habits = habits;
    }

    Cast cast() {
        List<PartyHabits> all = List.of(habits.get(), habits.get(), habits.get(), habits.get());
        return new Cast() {
            @Override
            public PartyHabits party(int id) {
                return all.get(id);
            }
        };
    }
}
