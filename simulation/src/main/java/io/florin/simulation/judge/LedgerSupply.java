package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.ledger.StateKey;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.simulation.world.InvariantViolation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The supply: what was issued by the records is what is unspent, counted token by token, what is on rails, and what
/// was redeemed. What a hidden token is worth, its opening says.
public final class LedgerSupply {
    private final List<Long> outstandingAfter = new ArrayList<>(List.of(0L));
    private final Map<StateKey, Long> tokens = new HashMap<>();
    private final Function<StateKey, Optional<Long>> hidden;
    private long issued;
    private long redeemed;
    private long onRails;

    /// @param hidden worth of a hidden token by its key, empty where nobody knows it
    LedgerSupply(Function<StateKey, Optional<Long>> hidden) {
        this.hidden = hidden;
    }

    /// The next block was applied.
    void after(SerialReplay.Applied block, SerialReplay replay) {
        for (SettlementTransaction transaction : block.committed()) {
            record(transaction);
            for (Write write : transaction.writes()) {
                if (write instanceof Write.Output(int _, Token token)) {
                    tokens.put(transaction.keyOf(write), token.value().minorUnits());
                } else if (write instanceof Write.HiddenOutput) {
                    StateKey key = transaction.keyOf(write);
                    tokens.put(
                            key,
                            hidden.apply(key)
                                    .orElseThrow(() ->
                                            new InvariantViolation("supply: a token that nobody's opening opens")));
                } else {
                    tokens.remove(transaction.keyOf(write));
                }
            }
        }
        long outstanding = 0;
        for (var token : tokens.entrySet()) {
            require(replay.read(token.getKey()).isPresent(), "supply: a token is gone that nobody spent");
            outstanding = Math.addExact(outstanding, token.getValue());
        }
        require(
                issued == outstanding + onRails + redeemed,
                "supply: issued " + issued + ", unspent " + outstanding + ", on rails " + onRails + ", redeemed "
                        + redeemed);
        outstandingAfter.add(outstanding + onRails);
    }

    private void record(SettlementTransaction transaction) {
        boolean issue = transaction.kind() == TransactionKind.ISSUE;
        boolean redeem = transaction.kind() == TransactionKind.REDEEM;
        transaction.adds().forEach(add -> onRails = Math.addExact(onRails, add.difference()));
        for (Write write : transaction.writes()) {
            if (write instanceof Write.Put(int _, var value) && (issue || redeem)) {
                long amount = SupplyRecord.decode(value).amount().minorUnits();
                issued += issue ? amount : 0;
                redeemed += redeem ? amount : 0;
            }
        }
    }

    /// Worth of a hidden token, committed or not; nothing of any other key.
    long worthOfHidden(StateKey key) {
        return hidden.apply(key).orElse(0L);
    }

    public long outstandingAfter(long block) {
        return outstandingAfter.get((int) block);
    }
}
