package io.florin.ledger.replay;

import static io.florin.ledger.status.TransactionStatus.ABORTED_BOUND_EXCEEDED;
import static io.florin.ledger.status.TransactionStatus.ABORTED_READ_CONFLICT;
import static io.florin.ledger.status.TransactionStatus.COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bounded counters, and what a rail does to the ledger, in block order: the oracle itself.
class CountersTest {

    private static final long EXPIRY = 500;

    private final TestNetwork network = new TestNetwork(11);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay replay = new SerialReplay(network.genesis());
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final StateKey onRail = StateKeys.railFloat(TestNetwork.CURRENCY, new RailId(1));
    private final Ed25519KeyPair owner = network.newKey();
    private long sequence;

    private static InstantRail limited(TestRail rail, long limit) {
        return new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail.committee().withFloatLimit(Amount.of(limit)));
    }

    private List<TokenReference> money(long... values) {
        Issue issue = network.issue(network.header(EXPIRY), network.newId(), new OwnerKey(owner.publicKey()), values);
        assertThat(verdicts(issue)).containsExactly(COMMITTED);
        return TestNetwork.outputsOf(issue);
    }

    private ClientTransaction deposit(long limit, TokenReference input) {
        return network.deposit(
                network.header(EXPIRY),
                limited(rail, limit),
                new OwnerKey(owner.publicKey()),
                List.of(owner),
                List.of(input),
                List.of());
    }

    private FinalPayment out(long amount) {
        RailRecipient recipient = new RailRecipient.OnLedger(new OwnerKey(owner.publicKey()));
        return rail.finish(rail.order(owner, recipient, amount, sequence++));
    }

    private RailWithdrawal withdrawal(FinalPayment payment) {
        return new RailWithdrawal(network.header(EXPIRY), new FinalProof.OfAccount(payment));
    }

    private List<TransactionStatus> verdicts(ClientTransaction... transactions) {
        return replay.apply(chain.append(transactions)).outcomes().stream()
                .map(TransactionOutcome::status)
                .toList();
    }

    private void deposited(long amount) {
        assertThat(verdicts(deposit(amount, money(amount).getFirst()))).containsExactly(COMMITTED);
    }

    @Test
    void takesADepositOffTheLedger() {
        TokenReference coin = money(700).getFirst();
        ClientTransaction deposit = deposit(1000, coin);

        assertThat(verdicts(deposit)).containsExactly(COMMITTED);

        assertThat(replay.read(coin.key())).isEmpty();
        assertThat(replay.counter(onRail)).isEqualTo(700);
        assertThat(replay.read(StateKeys.railDeposit(TestNetwork.CURRENCY, deposit.id())))
                .get()
                .satisfies(record -> assertThat(
                                RailDepositRecord.decode(record.value()).amount())
                        .isEqualTo(Amount.of(700)));
    }

    @Test
    void refusesDepositsThatExceedTheFloatTogetherInOneBlock() {
        List<TokenReference> coins = money(400, 400, 400, 200, 1);

        assertThat(verdicts(
                        deposit(1000, coins.get(0)),
                        deposit(1000, coins.get(1)),
                        deposit(1000, coins.get(2)),
                        deposit(1000, coins.get(3)),
                        deposit(1000, coins.get(4))))
                .containsExactly(COMMITTED, COMMITTED, ABORTED_BOUND_EXCEEDED, COMMITTED, ABORTED_BOUND_EXCEEDED);
        assertThat(replay.counter(onRail)).isEqualTo(1000);
        assertThat(replay.read(coins.get(2).key()))
                .as("what is not deposited is not spent")
                .isPresent();
    }

    @Test
    void aLimitThatOfficersLowerLetsNothingMoreIn() {
        deposited(900);
        List<TokenReference> coins = money(1, 1);

        assertThat(verdicts(deposit(500, coins.get(0)), withdrawal(out(401)), deposit(500, coins.get(1))))
                .containsExactly(ABORTED_BOUND_EXCEEDED, COMMITTED, COMMITTED);
    }

    @Test
    void refusesWithdrawalsThatExceedTheFloatTogether() {
        deposited(1000);

        assertThat(verdicts(withdrawal(out(600)), withdrawal(out(600)), withdrawal(out(400)), withdrawal(out(1))))
                .containsExactly(COMMITTED, ABORTED_BOUND_EXCEEDED, COMMITTED, ABORTED_BOUND_EXCEEDED);
        assertThat(replay.counter(onRail)).isZero();
    }

    @Test
    void refusesTheSecondWithdrawalOfOneOrder() {
        deposited(1000);
        FinalPayment payment = out(300);

        assertThat(verdicts(withdrawal(payment), withdrawal(payment)))
                .containsExactly(COMMITTED, ABORTED_READ_CONFLICT);
        assertThat(verdicts(withdrawal(payment))).containsExactly(ABORTED_READ_CONFLICT);
        assertThat(replay.counter(onRail)).isEqualTo(700);
    }

    @Test
    void readsAreJudgedBeforeBounds() {
        deposited(100);
        FinalPayment payment = out(100);

        assertThat(verdicts(withdrawal(payment), withdrawal(payment)))
                .containsExactly(COMMITTED, ABORTED_READ_CONFLICT);
    }

    @Test
    void whatAWithdrawalBringsIsSpentInTheSameBlock() {
        deposited(100);
        RailWithdrawal back = withdrawal(out(100));
        TokenReference coin = TestNetwork.outputsOf(back).getFirst();

        assertThat(verdicts(back, deposit(100, coin), withdrawal(out(100))))
                .containsExactly(COMMITTED, COMMITTED, COMMITTED);
    }

    @Test
    void takesOneRescueAndOneOutcomeOfASequence() {
        var first = rail.order(owner, network.newKey(), 1, 7);
        var second = rail.order(owner, network.newKey(), 1, 7);
        var evidence = rail.evidence(RescueGround.TwoOrders.of(first, second));
        var outcome = rail.nobodyHolds(RailSequence.of(first.order()));
        Supplier<ClientTransaction> rescue = () -> new RailRescue(network.header(EXPIRY), evidence);
        Supplier<ClientTransaction> end = () -> new RailRescueOutcome(network.header(EXPIRY), outcome);

        assertThat(verdicts(end.get())).as("no outcome without a rescue").containsExactly(ABORTED_READ_CONFLICT);
        assertThat(verdicts(rescue.get(), rescue.get())).containsExactly(COMMITTED, ABORTED_READ_CONFLICT);
        assertThat(verdicts(rescue.get())).containsExactly(ABORTED_READ_CONFLICT);
        assertThat(verdicts(end.get(), end.get())).containsExactly(COMMITTED, ABORTED_READ_CONFLICT);
        assertThat(verdicts(rescue.get(), end.get())).containsExactly(ABORTED_READ_CONFLICT, ABORTED_READ_CONFLICT);
    }

    @Test
    void aRescueAndItsOutcomeMayBeInOneBlock() {
        var cancelled = rail.order(owner, network.newKey(), 1, 8);
        var evidence = rail.evidence(RescueGround.TwoOrders.of(cancelled, rail.order(owner, network.newKey(), 2, 8)));

        assertThat(verdicts(
                        new RailRescue(network.header(EXPIRY), evidence),
                        new RailRescueOutcome(
                                network.header(EXPIRY), rail.nobodyHolds(RailSequence.of(cancelled.order())))))
                .containsExactly(COMMITTED, COMMITTED);
    }

    @Test
    void everyAdditionIsInTheStateHash() {
        TokenReference coin = money(50).getFirst();
        Bytes32 before = replay.checkpoint().stateHash();
        var block = chain.append(deposit(1000, coin));
        SerialReplay.Applied applied = replay.apply(block);
        var plain = applied.committed().getFirst();
        var hash = applied.checkpoint();

        assertThat(StateHash.next(before, hash.number(), hash.headerHash(), hash.statusRoot(), applied.committed()))
                .isEqualTo(hash.stateHash());
        assertThat(StateHash.next(
                        before,
                        hash.number(),
                        hash.headerHash(),
                        hash.statusRoot(),
                        List.of(CounterSamples.withOtherAmount(plain))))
                .isNotEqualTo(hash.stateHash());
    }

    static LongStream seeds() {
        return Long.getLong("seed") == null ? LongStream.range(0, 20) : LongStream.of(Long.getLong("seed"));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agreesWithASumInBlockOrder(long seed) {
        Random random = new Random(seed);
        long value = 0;
        List<ClientTransaction> block = new ArrayList<>();
        List<TransactionStatus> expected = new ArrayList<>();
        List<TokenReference> coins = new ArrayList<>(money(300, 200, 100, 50, 25, 12, 400, 7, 90, 1, 33, 250));
        while (!coins.isEmpty()) {
            boolean in = random.nextBoolean();
            long amount = in ? coins.getLast().token().value().minorUnits() : 1 + random.nextInt(300);
            block.add(in ? deposit(500, coins.removeLast()) : withdrawal(out(amount)));
            long next = in ? value + amount : value - amount;
            boolean holds = in ? next <= 500 : next >= 0;
            expected.add(holds ? COMMITTED : ABORTED_BOUND_EXCEEDED);
            value = holds ? next : value;
        }

        assertThat(verdicts(block.toArray(ClientTransaction[]::new))).isEqualTo(expected);
        assertThat(replay.counter(onRail)).isEqualTo(value);
    }

    @Test
    void anImageKeepsTheCounters() {
        deposited(1000);
        var parts = new ArrayDeque<byte[]>();
        replay.image().encode(parts::add);
        SerialReplay restored = SerialReplay.restore(network.genesis(), parts::remove);
        var block = chain.append(withdrawal(out(600)), withdrawal(out(600)));

        assertThat(restored.counter(onRail)).isEqualTo(1000);
        assertThat(restored.apply(block)).isEqualTo(replay.apply(block));
    }
}
