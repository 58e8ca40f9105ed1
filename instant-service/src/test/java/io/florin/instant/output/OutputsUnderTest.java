package io.florin.instant.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// All shards of authority 1 with their journals, whose disks sync after each event. What shards tell each other waits
/// until a test lets it arrive.
final class OutputsUnderTest {
    private final TestRail rail;
    private final int count;
    private final CommitteeVerifier verifier;
    private final List<OutputShard> shards = new ArrayList<>();
    private final List<List<OutputRecord>> journals = new ArrayList<>();
    private final List<Sent> onTheirWay = new ArrayList<>();
    private final Map<Long, OutputAnswer> answers = new HashMap<>();
    private final Map<Integer, Long> windows = new TreeMap<>();
    private long lastRequest;

    private record Sent(int to, OutputEvent event) {}

    OutputsUnderTest(TestRail rail, int count) {
        this(rail, count, rail.verifier());
    }

    OutputsUnderTest(TestRail rail, int count, CommitteeVerifier verifier) {
        this.rail = rail;
        this.count = count;
        this.verifier = verifier;
        for (int shard = 0; shard < count; shard++) {
            shards.add(fresh(shard));
            journals.add(new ArrayList<>());
        }
    }

    private OutputShard fresh(int shard) {
        return new OutputShard(place(shard), rail.committee(), verifier, rail.signer(1));
    }

    OutputPlace place(int shard) {
        return new OutputPlace(rail.scope(), 1, shard, count);
    }

    OutputShard shard(int shard) {
        return shards.get(shard);
    }

    List<OutputRecord> journal(int shard) {
        return journals.get(shard);
    }

    // ---- events

    List<OutputEffect> on(int shard, OutputEvent event) {
        journals.get(shard).addAll(shards.get(shard).on(event));
        assertASnapshotGivesTheSame(shard);
        return carryOut(shard, shards.get(shard).synced(journals.get(shard).size()));
    }

    private void assertASnapshotGivesTheSame(int shard) {
        OutputShard twin = fresh(shard);
        shards.get(shard).snapshot().forEach(part -> twin.restore(part.toArray()));
        twin.restored(journals.get(shard).size());
        assertThat(twin.stateHash()).isEqualTo(shards.get(shard).stateHash());
        assertThat(twin.totals()).isEqualTo(shards.get(shard).totals());
    }

    List<OutputEffect> carryOut(int shard, List<OutputEffect> effects) {
        for (OutputEffect effect : effects) {
            switch (effect) {
                case OutputEffect.Answer(long request, OutputAnswer answer) -> answers.put(request, answer);
                case OutputEffect.SendNotice(int to, NumberedNotice<OutputNotice> notice) ->
                    onTheirWay.add(new Sent(to, new OutputEvent.NoticeArrived(shard, notice)));
                case OutputEffect.AcknowledgeNotices(int to, long upTo) ->
                    onTheirWay.add(new Sent(to, new OutputEvent.NoticesAcknowledged(shard, upTo)));
                case OutputEffect.HandOn(OutputCertificate certificate) ->
                    onTheirWay.add(new Sent(
                            place(0).coordinatorOf(certificate.transaction()),
                            new OutputEvent.CertificateArrived(certificate)));
                default -> {
                    // the test looks
                }
            }
        }
        return effects;
    }

    /// One of the notices on their way arrives.
    ///
    /// @return whether there was one
    boolean step(RandomGenerator random) {
        if (onTheirWay.isEmpty()) {
            return false;
        }
        Sent sent = onTheirWay.remove(random.nextInt(onTheirWay.size()));
        on(sent.to(), sent.event());
        return true;
    }

    /// Everything arrives, in its order.
    void settle() {
        while (!onTheirWay.isEmpty()) {
            Sent sent = onTheirWay.removeFirst();
            on(sent.to(), sent.event());
        }
    }

    /// What was on its way is lost.
    void lose() {
        onTheirWay.clear();
    }

    /// A round of every shard, and what comes of it.
    void round() {
        for (int shard = 0; shard < count; shard++) {
            on(shard, new OutputEvent.WindowDue());
        }
        settle();
    }

    /// Another process on the same disks; records go through their bytes, and what was on its way is lost.
    void restart() {
        lose();
        for (int shard = 0; shard < count; shard++) {
            OutputShard again = fresh(shard);
            journals.get(shard).forEach(record -> again.replay(OutputRecord.decode(record.encode())));
            shards.set(shard, again);
        }
    }

    // ---- what people do

    /// A deposit of its own output.
    OutputId deposit(int shard, Ed25519KeyPair owner, long value) {
        Bytes32 key = keyOf(shard);
        on(shard, new OutputEvent.DepositSeen(key, TestRail.accountOf(owner), Amount.of(value)));
        return new OutputId(key, 0, 0);
    }

    /// A deposit's key in a shard.
    Bytes32 keyOf(int shard) {
        return Stream.generate(rail::newBytes)
                .filter(key -> place(shard).has(key))
                .findFirst()
                .orElseThrow();
    }

    private int coordinatorOf(OutputTransaction transaction) {
        return place(0).coordinatorOf(transaction);
    }

    /// Asks, and lets nothing arrive.
    long begin(SignedOutputTransaction transaction, FinalOutputs... carried) {
        long request = ++lastRequest;
        on(
                coordinatorOf(transaction.transaction()),
                new OutputEvent.VoteAsked(request, new OutputRequest(transaction, List.of(carried))));
        return request;
    }

    long beginConfirmation(OutputCertificate certificate) {
        long request = ++lastRequest;
        on(coordinatorOf(certificate.transaction()), new OutputEvent.ConfirmationAsked(request, certificate));
        return request;
    }

    Optional<OutputAnswer> answer(long request) {
        return Optional.ofNullable(answers.get(request));
    }

    OutputAnswer ask(SignedOutputTransaction transaction, FinalOutputs... carried) {
        long request = begin(transaction, carried);
        settle();
        return answer(request).orElseThrow();
    }

    OutputAnswer confirm(OutputCertificate certificate) {
        long request = beginConfirmation(certificate);
        settle();
        return answer(request).orElseThrow();
    }

    /// Other authorities say in their next windows that they executed it.
    void windowsOf(SignedOutputTransaction transaction, int... authorities) {
        List<ExecutedOrder> executed = List.of(OutputPlace.named(transaction.transaction()));
        for (int authority : authorities) {
            long number = windows.merge(authority, 1L, Long::sum) - 1;
            byte[] statement = ExecutedWindow.statement(rail.scope(), authority, 0, number, executed);
            var window =
                    new ExecutedWindow(rail.scope(), authority, 0, number, executed, rail.sign(authority, statement));
            for (int shard = 0; shard < count; shard++) {
                on(shard, new OutputEvent.WindowArrived(window));
            }
        }
        settle();
    }

    // ---- what there is

    Optional<OutputView> view(OutputId id) {
        return shards.get(place(0).shardOf(id.source())).view(id);
    }

    long spendable(Ed25519KeyPair owner) {
        return shards.stream()
                .mapToLong(shard -> shard.spendableBy(TestRail.accountOf(owner)).minorUnits())
                .sum();
    }

    /// What the equation of [OutputTotals] leaves.
    long unaccounted() {
        long sum = 0;
        for (int shard = 0; shard < count; shard++) {
            OutputTotals totals = shards.get(shard).totals();
            sum += totals.unspent().minorUnits() + totals.left().minorUnits();
            sum -= totals.spentAhead().minorUnits() + totals.deposited().minorUnits();
            int from = shard;
            sum += IntStream.range(0, count).mapToLong(to -> onTheWay(from, to)).sum();
        }
        return sum;
    }

    private long onTheWay(int from, int to) {
        long taken = shards.get(to).takenNotices(from);
        return shards.get(from).keptNotices(to).stream()
                .filter(numbered -> numbered.sequence() > taken)
                .mapToLong(numbered -> numbered.notice().worth(place(to)))
                .sum();
    }

    List<Bytes32> hashes() {
        return shards.stream().map(OutputShard::stateHash).toList();
    }
}
