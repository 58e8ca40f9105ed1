package io.florin.instant.authority.adapter;

import static io.florin.instant.authority.adapter.RunningAuthority.get;
import static io.florin.instant.authority.adapter.RunningAuthority.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.authority.Standing;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An authority of two shards on real files.
class AuthorityTest {

    private final TestRail rail = new TestRail(7, 4);
    private final Bytes32 deposit = rail.newBytes();

    @TempDir
    private Path directory;

    private Ed25519KeyPair ofShard(RunningAuthority authority, int shard) {
        return Stream.generate(rail::newKey)
                .filter(key -> authority.shardOf(key) == shard)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPaymentCrossesShardsAndAStartFromTheJournalsGivesTheSameState() {
        List<Bytes32> before;
        Ed25519KeyPair alice;
        SignedOrder order;
        ShardAnswer vote;
        try (var running = new RunningAuthority(rail, 2, directory).startAndSign()) {
            alice = ofShard(running, 0);
            Ed25519KeyPair bob = ofShard(running, 1);
            order = rail.order(alice, bob, 700, 0);
            running.deposit(deposit, alice, 1_000);
            running.deposit(deposit, alice, 1_000);
            vote = get(running.order(order));
            assertThat(vote).isInstanceOf(ShardAnswer.Voted.class);
            assertThat(get(running.order(order))).as("a repeat").isEqualTo(vote);
            TransferCertificate certificate = rail.certify(order);
            ShardAnswer executed = get(running.confirm(certificate));
            assertThat(executed).isInstanceOf(ShardAnswer.Executed.class);
            soon().until(() -> running.view(bob).pending().minorUnits() == 700);
            assertThat(running.balance(bob)).as("not final yet").isZero();
            running.windowOf(2, order);
            running.windowOf(3, order);
            soon().until(() -> running.balance(bob) == 700);
            assertThat(running.unaccounted()).isZero();
            soon().until(() -> !running.others.published.isEmpty());
            soon().until(running::isAllAcknowledged);
            before = running.hashes();
            get(running.order(order)); // an answer leaves after all records before it
            get(running.order(rail.order(bob, alice, 1, 9)));
        }
        try (var again = new RunningAuthority(rail, 2, directory).startAndSign()) {
            assertThat(again.hashes()).isEqualTo(before);
            assertThat(get(again.order(order))).isInstanceOf(ShardAnswer.Executed.class);
            assertThat(again.balance(alice)).isEqualTo(300);
        }
    }

    /// The sum stands in the place of the records before it, and goes on from there.
    @Test
    void aStartReadsASnapshotAndWhatCameAfterIt() throws IOException {
        var limits = new ShardLimits(64, 64, Duration.ofMillis(20), 3);
        Ed25519KeyPair alice = rail.newKey();
        Ed25519KeyPair bob = rail.newKey();
        List<Bytes32> before;
        ShardAnswer last = new ShardAnswer.Unknown();
        try (var running = new RunningAuthority(rail, 1, directory, limits).startAndSign()) {
            running.deposit(deposit, alice, 1_000);
            for (int sequence = 0; sequence < 20; sequence++) {
                SignedOrder order = rail.order(alice, bob, 10, sequence);
                assertThat(get(running.order(order))).isInstanceOf(ShardAnswer.Voted.class);
                last = get(running.confirm(rail.certify(order)));
                running.windowOf(2, order);
            }
            SignedOrder pending = rail.order(alice, bob, 1, 20);
            assertThat(get(running.order(pending))).isInstanceOf(ShardAnswer.Voted.class);
            soon().until(() -> running.others.published.stream()
                            .collect(Collectors.toMap(ExecutedWindow::number, it -> it, (one, _) -> one))
                            .values()
                            .stream()
                            .mapToInt(window -> window.executed().size())
                            .sum()
                    == 20);
            before = running.hashes();
            get(running.order(pending)); // an answer leaves after all records before it
            assertThat(running.unaccounted()).isZero();
        }
        assertThat(filesOf(directory.resolve("shard-0"))).anyMatch(name -> name.startsWith("snapshot-"));
        assertThat(filesOf(directory.resolve("shard-0")))
                .as("what it sums up is gone")
                .doesNotContain("journal-%019d".formatted(0));
        for (int start = 0; start < 2; start++) {
            try (var again = new RunningAuthority(rail, 1, directory, limits).startAndSign()) {
                if (start == 0) {
                    assertThat(again.hashes()).isEqualTo(before);
                }
                assertThat(again.unaccounted()).isZero();
                assertThat(get(again.order(rail.order(alice, bob, 2, 20))))
                        .as("voted for another one before")
                        .isEqualTo(refused(RailRefusal.SEQUENCE_TAKEN));
                ShardAnswer.Executed executed = (ShardAnswer.Executed) last;
                assertThat(get(again.confirm(executed.certificate()))).isEqualTo(last);
                assertThat(again.balance(alice)).isEqualTo(800);
                again.deposit(rail.newBytes(), bob, 1); // one more record for the next start
            }
        }
    }

    private static List<String> filesOf(Path journal) throws IOException {
        try (Stream<Path> all = Files.list(journal)) {
            return all.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void aFullShardAnswersAndGoesOn() {
        var limits = new ShardLimits(2, 8, Duration.ofMillis(20), 1_000);
        try (var running = new RunningAuthority(rail, 1, directory, limits).startAndSign()) {
            Ed25519KeyPair alice = rail.newKey();
            CompletableFuture<Void> until = new CompletableFuture<>();
            running.hold(alice, until);
            List<CompletableFuture<ShardAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(running.order(rail.order(rail.newKey(), alice, 1, 0)));
            }
            assertThat(answers.get(2)).isCompletedWithValue(refused(RailRefusal.AUTHORITY_BUSY));
            assertThat(answers.get(3)).isCompletedWithValue(refused(RailRefusal.AUTHORITY_BUSY));
            until.complete(null);
            assertThat(get(answers.get(0))).isEqualTo(refused(RailRefusal.NOT_COVERED));
            assertThat(get(answers.get(1))).isEqualTo(refused(RailRefusal.NOT_COVERED));
            running.deposit(deposit, alice, 5);
            assertThat(get(running.order(rail.order(alice, rail.newKey(), 5, 0))))
                    .isInstanceOf(ShardAnswer.Voted.class);
        }
    }

    /// A vote that only a client holds is known to nobody else, so catching up is not enough.
    @Test
    void anOlderCopyOfItsJournalSignsNothingMore() throws IOException {
        Path copy = directory.resolve("copy");
        Ed25519KeyPair alice = rail.newKey();
        SignedOrder first = rail.order(alice, rail.newKey(), 1, 0);
        HeldWindow held = signsAWindowAfterACopy(alice, first, copy);
        for (int start = 0; start < 2; start++) {
            try (var restored = new RunningAuthority(rail, 1, copy)) {
                if (start == 0) {
                    restored.others.held.put(3, List.of(held));
                    restored.others.held.remove(2);
                } // at the next start those who know are away
                restored.start();
                soon().until(() -> restored.authority.standing() == Standing.RESTORED);
                assertThat(get(restored.order(first))).isEqualTo(refused(RailRefusal.JOURNAL_RESTORED));
                assertThat(get(restored.confirm(rail.certify(first)))).isEqualTo(refused(RailRefusal.JOURNAL_RESTORED));
                restored.authority.certificate(rail.certify(first));
                soon().until(() -> restored.balance(alice) == 9); // it follows
                restored.authority.certificate(rail.certify(rail.order(alice, rail.newKey(), 1, 9)));
                soon().until(() -> restored.others.rounds.get() > 2);
                assertThat(restored.others.published).isEmpty();
                assertThat(restored.signer.statements).as("signed").hasValue(0);
            }
        }
    }

    private HeldWindow signsAWindowAfterACopy(Ed25519KeyPair payer, SignedOrder order, Path copy) throws IOException {
        Path now = directory.resolve("now");
        try (var running = new RunningAuthority(rail, 1, now).startAndSign()) {
            running.deposit(deposit, payer, 10);
            get(running.order(order));
        }
        copyAll(now, copy);
        try (var running = new RunningAuthority(rail, 1, now).startAndSign()) {
            get(running.confirm(rail.certify(order)));
            soon().until(() -> !running.others.published.isEmpty());
            return new HeldWindow(0, 1, Optional.of(running.others.published.getFirst()));
        }
    }

    /// Of the two who answered in time one lies and one missed the window.
    @Test
    void aProofThatComesLateEndsSigning() throws IOException {
        Path copy = directory.resolve("copy");
        Ed25519KeyPair alice = rail.newKey();
        SignedOrder first = rail.order(alice, rail.newKey(), 1, 0);
        HeldWindow held = signsAWindowAfterACopy(alice, first, copy);
        try (var restored = new RunningAuthority(rail, 1, copy)) {
            restored.others.held.remove(4);
            restored.start();
            soon().until(() -> restored.authority.standing() == Standing.SIGNING);
            assertThat(get(restored.order(first))).isInstanceOf(ShardAnswer.Voted.class);
            restored.others.held.put(4, List.of(held));
            soon().until(() -> restored.authority.standing() == Standing.RESTORED);
            assertThat(get(restored.order(first))).isEqualTo(refused(RailRefusal.JOURNAL_RESTORED));
        }
        try (var again = new RunningAuthority(rail, 1, copy).start()) {
            assertThat(again.authority.standing()).isEqualTo(Standing.RESTORED);
        }
    }

    @Test
    void signsNothingBeforeTheOthersHaveAnswered() {
        try (var running = new RunningAuthority(rail, 1, directory)) {
            running.others.held.keySet().removeAll(List.of(2, 3));
            running.start();
            assertThat(get(running.order(rail.order(rail.newKey(), rail.newKey(), 1, 0))))
                    .isEqualTo(refused(RailRefusal.AUTHORITY_STARTING));
            assertThat(running.authority.standing()).isEqualTo(Standing.STARTING);
        }
    }

    @Test
    void aStoppedAuthorityRefuses() {
        RunningAuthority running = new RunningAuthority(rail, 1, directory).startAndSign();
        running.close();
        assertThat(get(running.order(rail.order(rail.newKey(), rail.newKey(), 1, 0))))
                .isEqualTo(refused(RailRefusal.AUTHORITY_STOPPED));
    }

    static ShardAnswer refused(RailRefusal reason) {
        return new ShardAnswer.Refused(reason);
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each)));
            }
        }
    }
}
