package io.florin.instant.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A shard of authority 1 with its journal, whose disk syncs after each event.
final class ShardUnderTest {

    static final long REQUEST = 7;

    private final TestRail rail;
    private final ShardPlace place;
    private final Map<Integer, Long> windows = new TreeMap<>();
    final List<ShardRecord> journal = new ArrayList<>();
    AccountShard shard;

    ShardUnderTest(TestRail rail, int number, int shards) {
        this.rail = rail;
        this.place = new ShardPlace(rail.scope(), 1, number, shards);
        this.shard = fresh();
    }

    private AccountShard fresh() {
        return new AccountShard(place, rail.committee(), rail.verifier(), rail.signer(1));
    }

    /// Another process on the same disk; records go through their bytes.
    void restart() {
        shard = fresh();
        journal.forEach(record -> shard.replay(ShardRecord.decode(record.encode())));
    }

    List<ShardEffect> on(ShardEvent event) {
        journal.addAll(shard.on(event));
        assertASnapshotGivesTheSame();
        return shard.synced(journal.size());
    }

    private void assertASnapshotGivesTheSame() {
        AccountShard twin = fresh();
        shard.snapshot().forEach(part -> twin.restore(part.toArray()));
        twin.restored(journal.size());
        assertThat(twin.stateHash()).isEqualTo(shard.stateHash());
        assertThat(twin.totals()).isEqualTo(shard.totals());
    }

    /// Another process on the same disk, which has a snapshot.
    void restartFromSnapshot() {
        AccountShard twin = fresh();
        shard.snapshot().forEach(part -> twin.restore(part.toArray()));
        twin.restored(journal.size());
        shard = twin;
    }

    void deposit(Ed25519KeyPair owner, long amount) {
        deposit(rail.newBytes(), owner, amount);
    }

    void deposit(Bytes32 key, Ed25519KeyPair owner, long amount) {
        on(new ShardEvent.DepositSeen(key, TestRail.accountOf(owner), Amount.of(amount)));
    }

    ShardAnswer ask(SignedOrder order, FinalPayment... carried) {
        return answer(
                on(new ShardEvent.OrderAsked(REQUEST, new OrderRequest(order, new CarriedPayments(List.of(carried))))));
    }

    ShardAnswer confirm(TransferCertificate certificate, FinalPayment... carried) {
        return answer(on(new ShardEvent.ConfirmationAsked(
                REQUEST, new ConfirmationOrder(certificate, new CarriedPayments(List.of(carried))))));
    }

    static ShardAnswer answer(List<ShardEffect> effects) {
        return effects.stream()
                .filter(ShardEffect.Answer.class::isInstance)
                .map(effect -> ((ShardEffect.Answer) effect).answer())
                .findFirst()
                .orElseThrow();
    }

    static <E extends ShardEffect> List<E> only(Class<E> kind, List<ShardEffect> effects) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// Another authority says in its next window that it executed these.
    List<ShardEffect> windowOf(int authority, SignedOrder... orders) {
        List<ExecutedOrder> executed =
                Stream.of(orders).map(order -> ExecutedOrder.of(order.order())).toList();
        long number = windows.merge(authority, 1L, Long::sum) - 1;
        byte[] statement = ExecutedWindow.statement(rail.scope(), authority, 0, number, executed);
        return on(new ShardEvent.WindowArrived(
                new ExecutedWindow(rail.scope(), authority, 0, number, executed, rail.sign(authority, statement))));
    }

    AccountView view(Ed25519KeyPair owner) {
        return shard.view(TestRail.accountOf(owner));
    }

    long balance(Ed25519KeyPair owner) {
        return view(owner).balance().minorUnits();
    }

    long pending(Ed25519KeyPair owner) {
        return view(owner).pending().minorUnits();
    }

    /// What the equation of [ShardTotals] leaves where nothing is on its way to another shard.
    long unaccounted() {
        ShardTotals totals = shard.totals();
        return totals.balances().minorUnits()
                + totals.pending().minorUnits()
                + totals.left().minorUnits()
                - totals.ahead().minorUnits()
                - totals.deposited().minorUnits();
    }
}
