package io.florin.instant.authority.adapter;

import static io.florin.instant.authority.adapter.RunningAuthority.get;
import static io.florin.instant.authority.adapter.RunningAuthority.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountView;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.authority.Standing;
import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.FailingJournals;
import io.florin.instant.journal.adapter.JournalFile;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.runtime.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The disk of one shard stops after each of its operations, and then all power is gone: what left before must hold
/// after the next start, at both shards.
class AuthorityCrashTest {
    private static final int STOPS = 24;

    private final TestRail rail = new TestRail(7, 4);
    private final Bytes32 deposit = rail.newBytes();

    @TempDir
    private Path directory;

    @Test
    void whatLeftBeforeADiskStoppedHoldsAfterTheNextStart() {
        int votes = 0;
        int executions = 0;
        for (int stop = 0; stop < STOPS; stop++) {
            for (int shard = 0; shard < 2; shard++) {
                Story story = new Story(stop, shard);
                story.tell();
                votes += story.vote.isPresent() ? 1 : 0;
                executions += story.executed ? 1 : 0;
                story.assertHolds();
            }
        }
        assertThat(votes).as("runs in which a vote left").isBetween(10, 2 * STOPS);
        assertThat(executions).as("runs in which effects left").isBetween(10, votes);
    }

    @Test
    void aShardWhoseDiskFailsStopsTheAuthority() {
        var disks = new FailingJournals(2);
        try (var running = new RunningAuthority(rail, 2, directory, disks::of).startAndSign()) {
            Ed25519KeyPair alice = ofShard(running, 0);
            Ed25519KeyPair bob = ofShard(running, 1);
            running.deposit(deposit, alice, 10);
            soon().until(() -> running.balance(alice) == 10);
            disks.failAfter(0, 0);
            CompletableFuture<ShardAnswer> never = running.order(rail.order(alice, bob, 1, 0));
            soon().until(() -> running.authority.standing() == Standing.STOPPED);
            assertThat(get(running.order(rail.order(bob, alice, 1, 0))))
                    .isEqualTo(AuthorityTest.refused(RailRefusal.AUTHORITY_STOPPED));
            assertThat(never).isNotDone();
            soon().untilAsserted(() -> assertThat(running.faults).containsExactly("authority-1-shard-0-journal"));
        }
    }

    /// Such a journal is broken, or its shard is. The notice would be sent in each round, and never be acknowledged.
    @Test
    void aNoticeThatProvesNothingStopsTheAuthority() {
        var disks = new FailingJournals(2);
        SignedOrder order;
        try (var before = new RunningAuthority(rail, 2, directory, disks::of)) {
            order = rail.order(ofShard(before, 0), ofShard(before, 1), 1, 0);
        }
        var unproven =
                new TransferCertificate(order, rail.finish(rail.certify(order)).effects());
        try (JournalFile journal = disks.of(0).apply(new Unread())) {
            journal.append(new ShardRecord.Deposited(deposit, order.order().sender(), Amount.of(1)).encode());
            journal.append(new ShardRecord.Executed(unproven).encode());
            journal.force();
        }
        try (var running = new RunningAuthority(rail, 2, directory, disks::of).start()) { // it may have stopped at once
            soon().until(() -> running.authority.standing() == Standing.STOPPED);
            soon().untilAsserted(() -> assertThat(running.faults).containsExactly("authority-1-shard-1"));
        }
    }

    private record Unread() implements JournalRecovery {
        @Override
        public void part(byte[] part) {}

        @Override
        public void record(long height, byte[] record) {}
    }

    private Ed25519KeyPair ofShard(RunningAuthority authority, int shard) {
        return Stream.generate(rail::newKey)
                .filter(key -> authority.shardOf(key) == shard)
                .findFirst()
                .orElseThrow();
    }

    /// Alice pays Bob of the other shard; then the power is gone, and she orders something else.
    private final class Story {
        private final Path place;
        private final FailingJournals disks = new FailingJournals(2);
        private final List<Ed25519KeyPair> owners = new ArrayList<>();
        private final List<SignedOrder> orders = new ArrayList<>();
        private Optional<ShardAnswer> vote = Optional.empty();
        private boolean executed;

        Story(int stop, int shard) {
            this.place = directory.resolve("story-" + stop + "-" + shard);
            disks.failAfter(shard, stop);
        }

        void tell() {
            try (var running = new RunningAuthority(rail, 2, place, disks::of).start()) {
                prepare(running);
                soon().until(() -> running.authority.standing() != Standing.STARTING);
                running.deposit(deposit, owners.getFirst(), 1_000);
                vote = answer(running, running.order(orders.getFirst()));
                executed = answer(running, running.confirm(certificate())).isPresent();
                running.windowOf(2, orders.getFirst());
                running.windowOf(3, orders.getFirst());
                soon().until(() -> isStopped(running) || isCredited(running));
            } catch (Failure atTheStart) {
                // nothing ran
            }
            disks.losePower();
        }

        private void prepare(RunningAuthority running) {
            owners.add(ofShard(running, 0));
            owners.add(ofShard(running, 1));
            orders.add(rail.order(owners.getFirst(), owners.getLast(), 700, 0));
            orders.add(rail.order(owners.getFirst(), rail.newKey(), 700, 0));
        }

        private TransferCertificate certificate() {
            return rail.certify(orders.getFirst());
        }

        /// Empty when the authority stops first, or refuses.
        private Optional<ShardAnswer> answer(RunningAuthority running, CompletableFuture<ShardAnswer> answer) {
            soon().until(() -> answer.isDone() || isStopped(running));
            return answer.isDone()
                    ? Optional.of(get(answer)).filter(it -> !(it instanceof ShardAnswer.Refused))
                    : Optional.empty();
        }

        private boolean isStopped(RunningAuthority running) {
            return running.authority.standing() == Standing.STOPPED;
        }

        private boolean isCredited(RunningAuthority running) {
            CompletableFuture<AccountView> view = new CompletableFuture<>();
            RailAccount bob = TestRail.accountOf(owners.getLast());
            running.authority.look(bob, core -> view.complete(core.view(bob)));
            soon().until(() -> view.isDone() || isStopped(running));
            return view.isDone() && get(view).balance().minorUnits() == 700;
        }

        void assertHolds() {
            if (orders.isEmpty()) {
                return;
            }
            try (var again = new RunningAuthority(rail, 2, place, disks::of).startAndSign()) {
                Ed25519KeyPair alice = owners.getFirst();
                if (executed) {
                    assertThat(again.view(alice).nextSequence()).as("%s", place).isEqualTo(1);
                }
                if (vote.isPresent()) {
                    assertThat(get(again.order(orders.getLast())))
                            .as("%s", place)
                            .isInstanceOf(ShardAnswer.Refused.class);
                    assertThat(get(again.order(orders.getFirst())))
                            .as("%s", place)
                            .isNotInstanceOf(ShardAnswer.Refused.class);
                }
                again.deposit(deposit, alice, 1_000);
                get(again.confirm(certificate()));
                again.windowOf(2, orders.getFirst());
                again.windowOf(3, orders.getFirst());
                soon().until(() -> again.balance(owners.getLast()) == 700);
                assertThat(again.balance(alice)).isEqualTo(300);
                assertThat(again.unaccounted()).isZero();
            }
        }
    }
}
