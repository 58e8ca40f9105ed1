package io.florin.benchmarks.instant;

import io.florin.benchmarks.BenchFailure;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.output.OutputShard;
import io.florin.instant.output.OutputTotals;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.wallet.instant.PaymentForm;
import java.util.ArrayList;
import java.util.List;

/// Each payer spends one deposit after the other: one output to the next payer, one back.
final class OutputPayments implements PaymentSource {
    private static final long VALUE = 10;

    private final TestRail rail;
    private final List<Ed25519KeyPair> owners = new ArrayList<>();
    private final List<List<SignedOutputTransaction>> payments = new ArrayList<>();
    private final int[] taken;

    /// @param each payments of each payer; there are no more
    OutputPayments(TestRail rail, int lanes, int each) {
        this.rail = rail;
        this.taken = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            owners.add(rail.newKey());
        }
        for (int lane = 0; lane < lanes; lane++) {
            List<SignedOutputTransaction> all = new ArrayList<>(each);
            for (int i = 0; i < each; i++) {
                all.add(payment(lane));
            }
            payments.add(all);
        }
    }

    private SignedOutputTransaction payment(int lane) {
        Ed25519KeyPair owner = owners.get(lane);
        Ed25519KeyPair payee = owners.get((lane + 1) % owners.size());
        return rail.transaction(
                List.of(TestRail.spent(new OutputId(rail.newBytes(), 0, 0), owner, VALUE)),
                List.of(TestRail.made(payee, 1), TestRail.made(owner, VALUE - 1)),
                owner);
    }

    private static Bytes32 depositOf(SignedOutputTransaction payment) {
        return payment.transaction().inputs().getFirst().id().source();
    }

    @Override
    public int lanes() {
        return taken.length;
    }

    @Override
    public PaymentForm.OfOutputs next(int lane) {
        List<SignedOutputTransaction> ready = payments.get(lane);
        BenchFailure.require(taken[lane] < ready.size(), "all deposits are spent: it is faster than expected");
        return new PaymentForm.OfOutputs(
                new OutputRequest(ready.get(taken[lane]++), List.of()),
                rail.committee().finality());
    }

    @Override
    public void deposit(BenchRail at) {
        for (int lane = 0; lane < owners.size(); lane++) {
            Ed25519KeyPair owner = owners.get(lane);
            payments.get(lane)
                    .forEach(payment -> at.deposit(depositOf(payment), TestRail.accountOf(owner), Amount.of(VALUE)));
        }
    }

    @Override
    public void prove(BenchRail at, int[] made) {
        long deposits = payments.stream().mapToLong(List::size).sum();
        for (OutputTotals totals : at.ofOutputs(OutputShard::totals)) {
            BenchFailure.require(totals.deposited().minorUnits() == deposits * VALUE, "a deposit is missing");
            BenchFailure.require(
                    totals.unspent().plus(totals.left()).minorUnits()
                                    - totals.spentAhead().minorUnits()
                            == deposits * VALUE,
                    "money came or went: " + totals);
        }
        at.ofOutputs(core -> {
            for (int lane = 0; lane < made.length; lane++) {
                requireSpent(core, lane, made[lane]);
            }
            return true;
        });
    }

    private void requireSpent(OutputShard core, int lane, int made) {
        List<SignedOutputTransaction> all = payments.get(lane);
        for (int i = 0; i < all.size(); i++) {
            SignedOutputTransaction payment = all.get(i);
            boolean spent = core.view(payment.transaction().inputs().getFirst().id())
                    .flatMap(output -> output.spentBy())
                    .filter(payment.id()::equals)
                    .isPresent();
            BenchFailure.require(spent == i < made, "an authority executed other payments");
        }
    }
}
