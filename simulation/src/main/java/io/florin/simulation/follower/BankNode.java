package io.florin.simulation.follower;

import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.token.Token;
import io.florin.simulation.world.Life;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A bank that holds all wallets: what they are worth by what it believes of blocks. Its payments join here when they
/// have a core of their own.
public final class BankNode extends ResultFollower {
    private final Map<StateKey, Long> tokens = new HashMap<>();

    public BankNode(FollowerSurroundings around, FollowerHabits habits) {
        super("bank", around, habits);
    }

    @Override
    protected void resume(List<SettledBlock> settled, Life life) {
        settled.forEach(this::apply);
        if (!settled.isEmpty()) {
            tell(settled.getLast());
        }
    }

    @Override
    protected void forget() {
        super.forget();
        tokens.clear();
    }

    @Override
    protected boolean mayTake(SettledBlock block, Life life) {
        return true;
    }

    @Override
    protected void take(SettledBlock block) {
        apply(block);
        tell(block);
    }

    private void tell(SettledBlock block) {
        long sum = tokens.values().stream().mapToLong(Long::longValue).sum();
        ledger().watch().balance(name(), block.number(), sum);
    }

    private void apply(SettledBlock block) {
        for (SettledTransaction settled : block.committed()) {
            SettlementTransaction transaction = settled.committed().orElseThrow();
            for (Write write : transaction.writes()) {
                if (write instanceof Write.Output(int _, Token token)) {
                    tokens.merge(transaction.keyOf(write), token.value().minorUnits(), Math::addExact);
                } else {
                    tokens.remove(transaction.keyOf(write));
                }
            }
        }
    }
}
