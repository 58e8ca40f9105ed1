package io.florin.simulation.rail;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardRecord;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.simulation.rail.RailJudge.Number;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Rules of rescues that hold whoever lies: no account is dragged into one that no honest authority called open, an
/// authority says one thing and keeps to it, and a sequence has one outcome, which never undoes what is final.
final class RescueJudge {
    private final int quorum;
    private final int liars;

    private final Set<Number> open = new HashSet<>();
    private final Map<Integer, Set<Number>> frozen = new HashMap<>();
    private final Map<Integer, Map<Number, Optional<Bytes32>>> stated = new HashMap<>();
    private final Map<Number, Optional<Bytes32>> outcomes = new HashMap<>();
    private final Map<Integer, Set<Number>> decided = new HashMap<>();
    private long takenBack;

    RescueJudge(int quorum, int liars) {
        this.quorum = quorum;
        this.liars = liars;
    }

    // ---- what honest authorities say

    void saidOpen(OpenSequence said) {
        open.add(new Number(said.account(), said.sequence()));
    }

    void stated(RescueStatement statement) {
        Number number =
                numberOf(statement.rescue().account(), statement.rescue().sequence());
        Optional<Bytes32> held = statement.held().map(TransferCertificate::orderId);
        require(
                isFrozen(statement.authority(), number),
                "an authority tells of a rescue before its disk has the freeze");
        Optional<Bytes32> before = stated.computeIfAbsent(statement.authority(), _ -> new HashMap<>())
                .putIfAbsent(number, held);
        require(before == null || before.equals(held), "an authority says two things of one rescue");
    }

    // ---- what they write

    void voted(int authority, Number number) {
        require(!isFrozen(authority, number), "an authority votes for a sequence that it froze");
    }

    void executed(int authority, Number number, Bytes32 id) {
        require(
                !isFrozen(authority, number)
                        || (has(decided, authority, number) && Optional.of(id).equals(outcomes.get(number))),
                "an authority executes what it froze");
    }

    void frozen(int authority, ShardRecord.Frozen record) {
        Number number = numberOf(record.account(), record.sequence());
        require(open.contains(number), "a sequence is frozen that no honest authority called open");
        frozen.computeIfAbsent(authority, _ -> new HashSet<>()).add(number);
    }

    void stands(int authority, RescueOutcome outcome) {
        decide(authority, outcome, outcome.certificate().map(TransferCertificate::orderId));
    }

    /// @param executed the order of that sequence that somebody executed
    /// @param isHere whether this authority did
    void voided(int authority, RescueOutcome outcome, boolean isFinal, boolean isHere) {
        decide(authority, outcome, Optional.empty());
        require(!isFinal, "a final payment becomes void");
        Number number = numberOf(outcome.rescue().account(), outcome.rescue().sequence());
        long none = stated.values().stream()
                .filter(said -> Optional.empty().equals(said.get(number)))
                .count();
        require(none + liars >= quorum, "a sequence is void and too few said that they hold nothing");
        takenBack += isHere ? 1 : 0;
    }

    private void decide(int authority, RescueOutcome outcome, Optional<Bytes32> order) {
        Number number = numberOf(outcome.rescue().account(), outcome.rescue().sequence());
        Optional<Bytes32> before = outcomes.putIfAbsent(number, order);
        require(before == null || before.equals(order), "two outcomes of one rescue");
        decided.computeIfAbsent(authority, _ -> new HashSet<>()).add(number);
    }

    // ---- what came of it

    private static Number numberOf(RailAccount account, long sequence) {
        return new Number(account, sequence);
    }

    private boolean isFrozen(int authority, Number number) {
        return has(frozen, authority, number);
    }

    private static boolean has(Map<Integer, Set<Number>> of, int authority, Number number) {
        return of.getOrDefault(authority, Set.of()).contains(number);
    }

    boolean isVoid(Number number) {
        return Optional.empty().equals(outcomes.get(number));
    }

    /// Sequences that some authority has an outcome of.
    long outcomes() {
        return outcomes.size();
    }

    /// Executions undone, counted at each authority.
    long takenBack() {
        return takenBack;
    }
}
