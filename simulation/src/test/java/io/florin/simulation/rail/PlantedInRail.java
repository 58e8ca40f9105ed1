package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeSize;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Bugs of an instant rail, each the loss of one habit that its money rests on.
enum PlantedInRail {
    VOTES_BEFORE_THE_DISK_HAS_THE_VOTE(new RailHabits() {
        @Override
        public boolean syncs(List<ShardRecord> unsynced) {
            return false;
        }
    }),
    FORGETS_ITS_VOTES_AFTER_A_RESTART(new RailHabits() {
        @Override
        public List<ShardRecord> journal(List<ShardRecord> records) {
            return records.stream()
                    .filter(record -> !(record instanceof ShardRecord.Voted))
                    .toList();
        }
    }),
    /// Seven authorities, of which four vote.
    TAKES_2F_FOR_A_QUORUM(new RailHabits() {
        @Override
        public CommitteeVerifier verifier(CommitteeVerifier committee) {
            return new Careless(committee) {
                @Override
                int enough() {
                    return size().faults() == 1 ? size().quorum() : 2 * size().faults();
                }
            };
        }
    }),
    /// Seven authorities, of which three executed it: a credit is spendable before it is final.
    TAKES_F_AND_1_FOR_FINAL(new RailHabits() {
        @Override
        public CommitteeVerifier verifier(CommitteeVerifier committee) {
            return new Careless(committee) {
                @Override
                public CommitteeSize size() {
                    return new CommitteeSize(CommitteeSize.AUTHORITIES_MIN);
                }

                @Override
                int enough() {
                    return super.size().quorum();
                }
            };
        }
    }),
    TAKES_A_CERTIFICATE_FOR_A_FINAL_PAYMENT(new RailHabits() {
        @Override
        public CommitteeVerifier verifier(CommitteeVerifier committee) {
            return new Careless(committee) {
                @Override
                public boolean verify(byte[] statement, QuorumSignature signature) {
                    return super.verify(statement, signature) || super.verify(asVote(statement), signature);
                }
            };
        }
    }),
    BELIEVES_ANY_SIGNATURE_OF_ONE(new RailHabits() {
        @Override
        public CommitteeVerifier verifier(CommitteeVerifier committee) {
            return new Careless(committee) {
                @Override
                public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
                    return true;
                }
            };
        }
    }),
    /// What was carried has another key in the set of credits than what the outbox tells.
    COUNTS_A_CARRIED_CREDIT_AGAIN_AFTER_A_RESTART(new RailHabits() {
        @Override
        public List<ShardRecord> journal(List<ShardRecord> records) {
            return records.stream()
                    .map(record -> record instanceof ShardRecord.Carried(FinalPayment payment)
                            ? new ShardRecord.Carried(otherwise(payment))
                            : record)
                    .toList();
        }
    }),
    TAKES_A_NOTICE_WHATEVER_ITS_NUMBER(new RailHabits() {
        @Override
        public NumberedNotice<Notice> arrived(NumberedNotice<Notice> notice, long taken) {
            return new NumberedNotice<>(taken + 1, notice.notice());
        }
    }),
    ACKNOWLEDGES_A_NOTICE_BEFORE_THE_DISK_HAS_IT(new RailHabits() {
        @Override
        public boolean acknowledgesAtOnce() {
            return true;
        }
    }),
    SENDS_A_NOTICE_ONCE(new RailHabits() {
        @Override
        public boolean sendsNoticesAgain() {
            return false;
        }
    }),
    TAKES_A_DEPOSIT_AGAIN_AFTER_A_RESTART(new RailHabits() {
        @Override
        public ShardEvent.DepositSeen deposit(ShardEvent.DepositSeen deposit, long life) {
            byte[] key = deposit.key().toArray();
            key[0] ^= (byte) life;
            return new ShardEvent.DepositSeen(Bytes32.of(key), deposit.account(), deposit.amount());
        }
    }),
    FORGETS_A_FREEZE_AFTER_A_RESTART(new RailHabits() {
        @Override
        public List<ShardRecord> journal(List<ShardRecord> records) {
            return records.stream()
                    .filter(record -> !(record instanceof ShardRecord.Frozen))
                    .toList();
        }
    }),
    TELLS_OF_A_RESCUE_BEFORE_THE_DISK_HAS_THE_FREEZE(new RailHabits() {
        @Override
        public boolean syncs(List<ShardRecord> unsynced) {
            return unsynced.stream().noneMatch(ShardRecord.Frozen.class::isInstance);
        }
    }),
    /// The sender has the money again, and the recipient keeps the credit.
    VOIDS_WITHOUT_TAKING_BACK(new RailHabits() {
        @Override
        public boolean loses(Notice notice) {
            return notice instanceof Notice.TakeBack;
        }
    }),
    MISSES_THAT_WHAT_IT_EXECUTED_IS_VOID(new RailHabits() {
        @Override
        public boolean hears(ShardEvent.OutcomeCommitted committed, AccountShard core) {
            RailSequence rescue = committed.outcome().rescue();
            return committed.outcome().certificate().isPresent()
                    || core.view(rescue.account()).nextSequence() <= rescue.sequence();
        }
    }),
    LETS_A_TAKE_BACK_OVERTAKE_ITS_CREDIT(new RailHabits() {
        @Override
        public NumberedNotice<Notice> arrived(NumberedNotice<Notice> notice, long taken) {
            return notice.notice() instanceof Notice.TakeBack && notice.sequence() > taken
                    ? new NumberedNotice<>(taken + 1, notice.notice())
                    : notice;
        }
    }),
    LETS_A_SECOND_OUTCOME_REPLACE_THE_FIRST(new RailHabits() {
        @Override
        public boolean keepsTheFirstOutcome() {
            return false;
        }
    }),
    /// Evidence without the answers of F + 1.
    BELIEVES_THAT_A_SEQUENCE_IS_OPEN(new RailHabits() {
        @Override
        public CommitteeVerifier verifier(CommitteeVerifier committee) {
            return believing(committee, Domain.RAIL_OPEN_SEQUENCE);
        }
    }),
    /// An outcome with the statements of 2F, and of one that nobody made.
    DECIDES_BY_2F_STATEMENTS(new RailHabits() {
        @Override
        public CommitteeVerifier verifier(CommitteeVerifier committee) {
            return believing(committee, Domain.RAIL_RESCUE);
        }
    }),
    FORGETS_ITS_EXECUTIONS_AFTER_A_RESTART(new RailHabits() {
        @Override
        public List<ShardRecord> journal(List<ShardRecord> records) {
            int executed = 0;
            for (int i = 0; i < records.size(); i++) {
                executed += records.get(i) instanceof ShardRecord.Executed ? 1 : 0;
                if (executed > 2) {
                    return records.subList(0, i);
                }
            }
            return records;
        }
    });

    private final RailHabits habits;

    PlantedInRail(RailHabits habits) {
        this.habits = habits;
    }

    RailHabits habits() {
        return habits;
    }

    /// The same payment under another id.
    private static FinalPayment otherwise(FinalPayment payment) {
        TransferOrder order = payment.order();
        TransferOrder other = new TransferOrder(
                order.scope(),
                order.owner(),
                order.recipient(),
                Amount.of(order.amount().minorUnits()),
                order.sequence(),
                order.expiryHeight() + 1,
                order.userData());
        SignedOrder signed =
                new SignedOrder(other, payment.certificate().signedOrder().signature());
        return new FinalPayment(
                new TransferCertificate(signed, payment.certificate().votes()), payment.effects());
    }

    private static boolean isOf(Domain domain, byte[] statement) {
        byte[] separator = domain.separator();
        return statement.length > separator.length
                && Arrays.equals(statement, 0, separator.length, separator, 0, separator.length);
    }

    /// Believes every statement of one purpose.
    private static CommitteeVerifier believing(CommitteeVerifier committee, Domain domain) {
        return new Careless(committee) {
            @Override
            public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
                return isOf(domain, statement) || super.verify(statement, authority, signature);
            }
        };
    }

    /// The vote for the order whose effects a statement is.
    private static byte[] asVote(byte[] statement) {
        if (!isOf(Domain.RAIL_EFFECTS, statement)) {
            return statement;
        }
        byte[] separator = Domain.RAIL_EFFECTS.separator();
        CanonicalReader reader = new CanonicalReader(Arrays.copyOfRange(statement, separator.length, statement.length));
        return RailStatements.vote(RailScope.readFrom(reader), reader.fixed32());
    }

    /// Verifies single signatures rightly, and takes as many as a subclass finds enough.
    private static class Careless implements CommitteeVerifier {
        private final CommitteeVerifier committee;

        Careless(CommitteeVerifier committee) {
            this.committee = committee;
        }

        int enough() {
            return committee.size().quorum();
        }

        @Override
        public SigningScheme scheme() {
            return committee.scheme();
        }

        @Override
        public CommitteeSize size() {
            return committee.size();
        }

        @Override
        public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
            return committee.verify(statement, authority, signature);
        }

        @Override
        public BitSet verifyAll(int authority, List<byte[]> statements, List<AuthoritySignature> signatures) {
            return committee.verifyAll(authority, statements, signatures);
        }

        @Override
        public Combined combine(byte[] statement, Map<Integer, AuthoritySignature> signatures) {
            SortedMap<Integer, AuthoritySignature> valid = new TreeMap<>();
            signatures.forEach((authority, signature) -> {
                if (valid.size() < enough() && committee.verify(statement, authority, signature)) {
                    valid.put(authority, signature);
                }
            });
            return new Combined(
                    valid.size() < enough()
                            ? Optional.empty()
                            : Optional.of(new QuorumSignature.Each(committee.scheme(), valid)),
                    new TreeSet<>());
        }

        @Override
        public boolean verify(byte[] statement, QuorumSignature signature) {
            return signature instanceof QuorumSignature.Each(SigningScheme _, var signatures)
                    && signatures.entrySet().stream()
                                    .filter(entry -> committee.verify(statement, entry.getKey(), entry.getValue()))
                                    .count()
                            >= enough();
        }

        @Override
        public BitSet verifyAll(List<byte[]> statements, List<QuorumSignature> signatures) {
            return committee.verifyAll(statements, signatures);
        }
    }
}
