package io.florin.simulation;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ordering.assembler.ConfigurationFollower;
import io.florin.simulation.bank.BankHabits;
import io.florin.simulation.committer.CommitterHabits;
import io.florin.simulation.endorser.EndorserHabits;
import io.florin.simulation.ordering.PartyHabits;
import io.florin.simulation.run.Cast;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Bugs that show when officers change the configuration.
enum PlantedInConfiguration {
    COMMITTERS_VERIFY_UNDER_THE_FIRST_CONFIGURATION {
        @Override
        Cast cast() {
            return committers(new CommitterHabits() {
                private final AtomicReference<@Nullable NetworkConfiguration> first = new AtomicReference<>();

                @Override
                public CheckedBlock checked(CheckedBlock block) {
                    first.compareAndSet(null, block.configuration());
                    NetworkConfiguration known = first.get();
                    return known == null ? block : new CheckedBlock(block.block(), block.headerHash(), known);
                }
            });
        }
    },
    COMMITTERS_DO_NOT_WAIT_FOR_A_CONFIGURATION {
        @Override
        Cast cast() {
            return committers(new CommitterHabits() {
                @Override
                public boolean waitsForConfigurations() {
                    return false;
                }
            });
        }
    },
    COMMITTERS_RESTART_UNDER_THE_FIRST_CONFIGURATION {
        @Override
        Cast cast() {
            return committers(new CommitterHabits() {
                @Override
                public NetworkConfiguration restored(NetworkConfiguration stored, NetworkConfiguration genesis) {
                    return genesis;
                }
            });
        }
    },
    ENDORSERS_RESTART_UNDER_THE_FIRST_CONFIGURATION {
        @Override
        Cast cast() {
            return new Cast() {
                @Override
                public EndorserHabits endorser(int index) {
                    return new EndorserHabits() {
                        @Override
                        public LedgerPosition resumed(LedgerPosition stored, LedgerPosition genesis) {
                            return new LedgerPosition(genesis.configuration(), stored.height());
                        }
                    };
                }
            };
        }
    },
    PARTIES_NAME_THE_FIRST_CONFIGURATION {
        @Override
        Cast cast() {
            return new Cast() {
                @Override
                public PartyHabits party(int id) {
                    return new PartyHabits() {
                        @Override
                        public LongFunction<ConfigurationFollower> configurations(
                                LongFunction<ConfigurationFollower> history) {
                            return _ -> history.apply(0);
                        }
                    };
                }
            };
        }
    },
    A_BANK_ENDS_WHAT_IS_STALE_BEFORE_IT_FOLLOWED_THE_CHANGE {
        @Override
        Cast cast() {
            return new Cast() {
                @Override
                public BankHabits bank() {
                    return new BankHabits() {
                        @Override
                        public boolean superseded(boolean known) {
                            return true;
                        }
                    };
                }
            };
        }
    };

    abstract Cast cast();

    private static Cast committers(CommitterHabits habits) {
        return new Cast() {
            @Override
            public CommitterHabits committer(int place) {
                return habits;
            }
        };
    }
}
