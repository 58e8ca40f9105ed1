package io.florin.committer.coordinator;

import io.florin.committer.protocol.BlockVerdicts.Verdict;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.committer.protocol.VerifiedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A block on its way through the coordinator. States: taken → verified → claims asked → claims known → inserted into
/// the graph → settled (all verdicts durable, shards told to apply) → applied. Owned by the coordinator's thread.
final class PendingBlock {

    private final CheckedBlock source;
    private final Optional<LoggedBlock> logged;
    private @Nullable VerifiedBlock verified;
    private @Nullable TransactionStatus[] statuses = {};
    private final List<List<Integer>> asked = new ArrayList<>();
    private int answersMissing;
    private final BitSet duplicates = new BitSet();
    private final List<TransactionId> claims = new ArrayList<>();
    private final Set<StateKey> counters = new LinkedHashSet<>();
    private final List<PendingTransaction> committed = new ArrayList<>();
    private final List<Verdict> undurable = new ArrayList<>();
    private int durable;
    private int shardsMissing;

    PendingBlock(CheckedBlock source, Optional<LoggedBlock> logged) {
        this.source = source;
        this.logged = logged;
        logged.ifPresent(found -> Invariant.check(
                found.headerHash().equals(source.headerHash()),
                "the decision log has verdicts on another block " + source.number()));
    }

    CheckedBlock source() {
        return source;
    }

    long number() {
        return source.number();
    }

    void verified(VerifiedBlock block) {
        Invariant.check(verified == null, "block verified twice");
        verified = block;
        statuses = new TransactionStatus[block.transactions().size()];
    }

    boolean isVerified() {
        return verified != null;
    }

    VerifiedBlock verified() {
        if (verified == null) {
            throw new Invariant.Broken("block " + number() + " is not verified yet");
        }
        return verified;
    }

    VerifiedTransaction transaction(int index) {
        return verified().transactions().get(index);
    }

    int size() {
        return statuses.length;
    }

    /// The verdict that the decision log had at the start.
    Optional<TransactionStatus> logged(int index) {
        return logged.flatMap(found -> Optional.ofNullable(found.statuses().get(index)));
    }

    /// Starts the question who claimed the ids, one list of places for each shard.
    List<List<Integer>> ask(int shards) {
        for (int shard = 0; shard < shards; shard++) {
            asked.add(new ArrayList<>());
        }
        return asked;
    }

    void expectAnswers(int count) {
        answersMissing = count;
    }

    void answered(int shard, BitSet claimed) {
        Invariant.check(answersMissing > 0, "an answer nobody waits for");
        answersMissing--;
        claimed.stream().forEach(place -> duplicates.set(asked.get(shard).get(place)));
    }

    /// A shard told the values of counters.
    void answeredCounters() {
        Invariant.check(answersMissing > 0, "an answer nobody waits for");
        answersMissing--;
    }

    /// True when the shards have told who claimed the ids, and the values of counters.
    boolean knowsClaims() {
        return answersMissing == 0;
    }

    void addCounter(StateKey counter) {
        counters.add(counter);
    }

    /// Counters that its transactions add to, unless their fate is another one.
    Set<StateKey> counters() {
        return counters;
    }

    void markDuplicate(int index) {
        duplicates.set(index);
    }

    boolean isDuplicate(int index) {
        return duplicates.get(index);
    }

    void addClaim(TransactionId id) {
        claims.add(id);
    }

    /// The ids that transactions of this block claim, or found claimed by blocks applied before.
    List<TransactionId> claims() {
        return claims;
    }

    void addCommitted(PendingTransaction node) {
        committed.add(node);
    }

    List<PendingTransaction> committed() {
        return committed;
    }

    /// Notes a verdict that is to be logged.
    void decide(int index, TransactionStatus status) {
        set(index, status);
        undurable.add(new Verdict(index, status));
    }

    /// Notes a verdict that the log has already.
    void restore(int index, TransactionStatus status) {
        set(index, status);
        durable++;
    }

    private void set(int index, TransactionStatus status) {
        Invariant.check(statuses[index] == null, "a transaction decided twice");
        statuses[index] = status;
    }

    /// The verdicts noted since the last call.
    List<Verdict> takeUndurable() {
        List<Verdict> taken = List.copyOf(undurable);
        undurable.clear();
        return taken;
    }

    boolean hasUndurable() {
        return !undurable.isEmpty();
    }

    void addDurable(int verdicts) {
        durable += verdicts;
    }

    /// True when every transaction has a durable verdict.
    boolean isSettled() {
        return verified != null && durable == statuses.length;
    }

    List<TransactionStatus> statuses() {
        List<TransactionStatus> all = new ArrayList<>(statuses.length);
        for (TransactionStatus status : statuses) {
            if (status == null) {
                throw new Invariant.Broken("a transaction of block " + number() + " has no verdict");
            }
            all.add(status);
        }
        return all;
    }

    void applying(int shards) {
        shardsMissing = shards;
    }

    /// True when it was the last shard.
    boolean applied() {
        Invariant.check(shardsMissing > 0, "a shard applied twice");
        return --shardsMissing == 0;
    }
}
