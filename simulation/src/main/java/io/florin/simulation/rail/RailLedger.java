package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardEvent;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The ledger as the rail sees it: its height, and deposits, rescues and outcomes committed at heights. It takes one
/// rescue and one outcome for each sequence; how authorities hear of it is their affair. Now and then its endorsers
/// lie, and something is committed that proves nothing.
final class RailLedger {
    private static final long BLOCK_MICROS = 300_000;

    private final World world;
    private final List<Deposit> deposits = new ArrayList<>();
    private final Map<Long, List<ShardEvent>> blocks = new TreeMap<>();
    private final Map<RailSequence, Long> rescues = new HashMap<>();
    private final Map<RailSequence, ShardEvent.OutcomeCommitted> outcomes = new HashMap<>();

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

    // ---- rescues

    /// Into the next block, if it proves something and is the sequence's first.
    void rescue(RescueEvidence evidence, RailSurroundings around) {
        long next = height() + 1;
        if (evidence.refusal(around.rail().scope(), around.verifier(), next).isEmpty()
                && rescues.putIfAbsent(evidence.sequence(), next) == null) {
            commit(new ShardEvent.RescueCommitted(next, evidence));
        }
    }

    /// The same.
    void outcome(RescueOutcome outcome, RailSurroundings around) {
        RescueVerdict verdict = outcome.verdict(around.rail().scope(), around.verifier());
        if (verdict instanceof RescueVerdict.Undecided || !rescues.containsKey(outcome.rescue())) {
            return;
        }
        ShardEvent.OutcomeCommitted first = outcomes.get(outcome.rescue());
        if (first == null) {
            var committed = new ShardEvent.OutcomeCommitted(height() + 1, outcome);
            outcomes.put(outcome.rescue(), committed);
            commit(committed);
        } else if (!around.habits().keepsTheFirstOutcome()) {
            blocks.getOrDefault(first.height(), List.of())
                    .replaceAll(
                            event -> event == first ? new ShardEvent.OutcomeCommitted(first.height(), outcome) : event);
        }
    }

    /// By endorsers who lie: as it is.
    void smuggle(RescueEvidence evidence) {
        commit(new ShardEvent.RescueCommitted(height() + 1, evidence));
    }

    void smuggle(RescueOutcome outcome) {
        commit(new ShardEvent.OutcomeCommitted(height() + 1, outcome));
    }

    private void commit(ShardEvent event) {
        blocks.computeIfAbsent(height() + 1, _ -> new ArrayList<>()).add(event);
    }

    /// Whether a rescue is taken, though its block may not be out yet.
    boolean isRescued(RailSequence sequence) {
        return rescues.containsKey(sequence);
    }

    /// Whether the block is out that has the rescue.
    boolean tellsOf(RailSequence rescue) {
        return rescues.getOrDefault(rescue, Long.MAX_VALUE) <= height();
    }

    boolean hasOutcome(RailSequence sequence) {
        return outcomes.containsKey(sequence);
    }

    /// Rescues and outcomes of one block, in its order.
    List<ShardEvent> rescuesOf(long height) {
        return List.copyOf(blocks.getOrDefault(height, List.of()));
    }

    // ---- deposits

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
