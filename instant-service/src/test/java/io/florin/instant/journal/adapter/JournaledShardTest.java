package io.florin.instant.journal.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardPlace;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.FakeDisk.Unforced;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.SignedOrder;
import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An account shard on its journal, on a disk that loses power after each of its operations. FastPay's own code keeps
/// all in memory: an honest authority that restarts signs a conflicting order.
class JournaledShardTest {
    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Bytes32 deposit = rail.newBytes();
    private final SignedOrder toBob = rail.order(alice, rail.newKey(), 700, 0);
    private final SignedOrder toCarol = rail.order(alice, rail.newKey(), 700, 0);

    @ParameterizedTest
    @EnumSource(Unforced.class)
    void aShardThatLosesPowerNeverVotesForTwoOrdersOfOneSequence(Unforced unforced) {
        int votes = 0;
        for (long stop = 0; stop < 40; stop++) {
            var disk = new FakeDisk();
            disk.failAfter(stop);
            Optional<ShardAnswer> before = vote(disk, toBob);
            disk.crash(unforced, new Random(stop));
            Optional<ShardAnswer> conflicting = vote(disk, toCarol);
            disk.crash(unforced, new Random(stop));
            if (before.isPresent()) {
                votes++;
                assertThat(conflicting).as("stopped after %d", stop).isEmpty();
                assertThat(vote(disk, toBob)).as("stopped after %d", stop).isEqualTo(before);
            }
        }
        assertThat(votes).as("runs in which a vote left").isBetween(10, 39);
    }

    /// The vote that left this process, or none.
    private Optional<ShardAnswer> vote(FakeDisk disk, SignedOrder order) {
        List<ShardEffect> left = new ArrayList<>();
        try {
            var process = new Process(disk, left);
            process.on(new ShardEvent.DepositSeen(deposit, TestRail.accountOf(alice), Amount.of(1_000)));
            process.on(new ShardEvent.OrderAsked(1, new OrderRequest(order, CarriedPayments.NONE)));
        } catch (Failure theDiskStopped) {
            // what left before is what counts
        }
        return left.stream()
                .filter(ShardEffect.Answer.class::isInstance)
                .map(effect -> ((ShardEffect.Answer) effect).answer())
                .filter(ShardAnswer.Voted.class::isInstance)
                .findFirst();
    }

    /// A shard of authority 1 from the start of its process on.
    private final class Process implements JournalRecovery {
        private final AccountShard shard = new AccountShard(
                new ShardPlace(rail.scope(), 1, 0, 1), rail.committee(), rail.verifier(), rail.signer(1));
        private final List<ShardEffect> left;
        private final JournalWriter writer;
        private long recorded;
        private long safe;

        Process(FakeDisk disk, List<ShardEffect> left) {
            this.left = left;
            JournalFile file = JournalFile.open(disk, rail.scope().committeeId().value(), this);
            this.recorded = file.head().height();
            this.safe = recorded;
            this.writer = new JournalWriter(file, onDisk -> safe = onDisk);
        }

        void on(ShardEvent event) {
            List<ShardRecord> records = shard.on(event);
            recorded += records.size();
            writer.on(new JournalWriter.Write(
                    recorded,
                    records.stream().map(record -> Bytes.of(record.encode())).toList()));
            writer.batchEnded();
            left.addAll(shard.synced(safe));
        }

        @Override
        public void part(byte[] part) {
            throw new AssertionError("no snapshot was made");
        }

        @Override
        public void record(long height, byte[] record) {
            shard.replay(ShardRecord.decode(record));
        }
    }
}
