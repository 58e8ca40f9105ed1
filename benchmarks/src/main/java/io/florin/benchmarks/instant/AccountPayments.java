package io.florin.benchmarks.instant;

import io.florin.benchmarks.BenchFailure;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardTotals;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.SignedOrder;
import io.florin.wallet.instant.PaymentForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Each payer pays one unit after the other to the next payer.
final class AccountPayments implements PaymentSource {
    private static final long MONEY = 1_000_000;

    private final TestRail rail;
    private final List<Ed25519KeyPair> owners = new ArrayList<>();
    private final List<List<SignedOrder>> orders = new ArrayList<>();
    private final int[] taken;

    /// @param each payments of each payer
    AccountPayments(TestRail rail, int lanes, int each) {
        this.rail = rail;
        this.taken = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            owners.add(rail.newKey());
        }
        for (int lane = 0; lane < lanes; lane++) {
            List<SignedOrder> all = new ArrayList<>(each);
            for (int sequence = 0; sequence < each; sequence++) {
                all.add(order(lane, sequence));
            }
            orders.add(all);
        }
    }

    private SignedOrder order(int lane, long sequence) {
        return rail.order(owners.get(lane), owners.get((lane + 1) % owners.size()), 1, sequence);
    }

    @Override
    public int lanes() {
        return taken.length;
    }

    @Override
    public PaymentForm.OfAccount next(int lane) {
        int place = taken[lane]++;
        List<SignedOrder> ready = orders.get(lane);
        // payments beyond the expected number are signed on the way
        return new PaymentForm.OfAccount(
                place < ready.size() ? ready.get(place) : order(lane, place), CarriedPayments.NONE);
    }

    @Override
    public void deposit(BenchRail at) {
        owners.forEach(owner -> at.deposit(rail.newBytes(), TestRail.accountOf(owner), Amount.of(MONEY)));
    }

    @Override
    public void prove(BenchRail at, int[] made) {
        List<RailAccount> accounts = owners.stream().map(TestRail::accountOf).toList();
        for (ShardTotals totals : at.ofAccounts(AccountShard::totals)) {
            long money = Math.multiplyExact(MONEY, owners.size());
            BenchFailure.require(totals.deposited().minorUnits() == money, "a deposit is missing");
            BenchFailure.require(
                    totals.balances().plus(totals.pending()).plus(totals.left()).minorUnits()
                                    - totals.ahead().minorUnits()
                            == money,
                    "money came or went: " + totals);
        }
        for (int[] executed : at.ofAccounts(core -> accounts.stream()
                .mapToInt(account -> (int) core.view(account).nextSequence())
                .toArray())) {
            BenchFailure.require(Arrays.equals(executed, made), "an authority executed other payments");
        }
    }
}
