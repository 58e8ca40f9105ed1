package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardEvent;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.RailAccount;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/// What the rail sees of the ledger: its height, and deposits committed at heights. It is right; how authorities hear
/// of it is their affair.
final class RailLedger {
    private static final long BLOCK_MICROS = 300_000;

    private final World world;
    private final List<Deposit> deposits = new ArrayList<>();

    private record Deposit(long height, ShardEvent.DepositSeen seen) {}

    RailLedger(World world) {
        this.world = world;
    }

    void deposit(long height, Bytes32 key, RailAccount account, long amount) {
        deposits.add(new Deposit(height, new ShardEvent.DepositSeen(key, account, Amount.of(amount))));
    }

    long height() {
        return world.nowMicros() / BLOCK_MICROS;
    }

    /// Up to the height of now.
    List<ShardEvent.DepositSeen> deposits() {
        return deposits.stream()
                .filter(deposit -> deposit.height() <= height())
                .map(Deposit::seen)
                .toList();
    }

    /// Of an account, or of all, at any height.
    long total() {
        return deposits.stream()
                .mapToLong(each -> each.seen().amount().minorUnits())
                .sum();
    }

    long total(RailAccount account) {
        return deposits.stream()
                .filter(each -> each.seen().account().equals(account))
                .mapToLong(each -> each.seen().amount().minorUnits())
                .sum();
    }
}
