package io.florin.instant.output;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Inbox;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.instant.inbox.Outbox;
import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.instant.roots.Executions;
import io.florin.instant.roots.Executions.Execution;
import io.florin.instant.roots.Windows;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.MadeOutput;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SpentOutput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Knowledge of a shard of outputs, as the sum of its journal: [#apply] alone changes it, live and in a replay, and
/// asks nobody. So a replay gives the same state, which [#hash] shows.
final class OutputState {

    private final OutputPlace place;
    private final RailFinality finality;
    private final Executions<OutputCertificate> executions;
    private final Windows windows = new Windows();
    private final Outputs outputs = new Outputs();
    private final Gatherings gatherings = new Gatherings();
    private final NavigableMap<Bytes32, OutputTransaction> voted = new TreeMap<>();

    /// Transactions of other shards that inputs here are held for, and which shard coordinates each.
    private final NavigableMap<Bytes32, Integer> holding = new TreeMap<>();

    private final Map<Integer, Outbox<OutputNotice>> outboxes = new TreeMap<>();
    private final Map<Integer, Inbox> inboxes = new TreeMap<>();
    private final Set<Bytes32> deposits = new HashSet<>();
    private final NavigableSet<RailAccount> suspended = new TreeSet<>();
    private Amount deposited = Amount.ZERO;
    private Amount left = Amount.ZERO;
    private long height;

    // effects of the last records; not part of the state
    private List<Given> given = new ArrayList<>();
    private Map<Bytes32, Optional<RailRefusal>> decided = new LinkedHashMap<>();
    private long tries;

    /// A notice that was put into an outbox.
    record Given(int toShard, NumberedNotice<OutputNotice> notice) {}

    /// @param quorum authorities that make a transaction final
    OutputState(OutputPlace place, RailFinality finality, int quorum) {
        this.place = place;
        this.finality = finality;
        this.executions = new Executions<>(place.authority(), quorum);
    }

    void apply(OutputRecord record) {
        switch (record) {
            case OutputRecord.Begun(OutputRequest asked) -> begin(asked);
            case OutputRecord.Executed(OutputCertificate certificate) -> execute(certificate);
            case OutputRecord.Carried(var file) -> outputs.carried(file.transaction());
            case OutputRecord.NoticeTaken(int fromShard, var numbered) -> {
                inbox(fromShard).take(numbered.sequence());
                take(fromShard, numbered.notice());
            }
            case OutputRecord.NoticesAcknowledged(int byShard, long upTo) ->
                outbox(byShard).acknowledged(upTo);
            case OutputRecord.WindowTaken(int authority, int shard, long number, var executed) -> {
                windows.take(authority, shard, number);
                for (ExecutedOrder order : executed) {
                    executions.executedAt(authority, order.orderId(), tries).ifPresent(this::becameFinal);
                }
            }
            case OutputRecord.WindowClosed(long number, int size) -> windows.close(number, size);
            case OutputRecord.Deposited(Bytes32 key, RailAccount owner, Amount amount) -> {
                Invariant.check(deposits.add(key), "a deposit counts once");
                deposited = deposited.plus(amount);
                outputs.deposited(key, owner, amount);
            }
            case OutputRecord.HeightReached(long reached) -> height = reached;
            case OutputRecord.StandingChanged(RailAccount owner, boolean now) -> {
                if (now) {
                    suspended.add(owner);
                } else {
                    suspended.remove(owner);
                }
            }
        }
    }

    private void take(int fromShard, OutputNotice notice) {
        switch (notice) {
            case OutputNotice.Hold(var signed, var _) -> hold(fromShard, signed.transaction());
            case OutputNotice.Held(Bytes32 id) -> held(id);
            case OutputNotice.NotHeld(Bytes32 id, RailRefusal reason) ->
                gatherings.voteOf(id).ifPresent(vote -> giveUp(vote, reason));
            case OutputNotice.Release(OutputTransaction transaction) -> {
                outputs.release(transaction.id(), place.ours(transaction));
                holding.remove(transaction.id());
            }
            case OutputNotice.Dead(Bytes32 id, var _) -> died(id);
            case OutputNotice.Spend(OutputCertificate certificate) -> {
                spend(certificate);
                give(fromShard, new OutputNotice.Spent(certificate.id()));
            }
            case OutputNotice.Spent(Bytes32 id) ->
                gatherings.spent(id, fromShard).ifPresent(this::completed);
            case OutputNotice.Made(OutputCertificate certificate) -> made(certificate.transaction());
            case OutputNotice.Final(Bytes32 id) -> outputs.knownFinal(id);
        }
    }

    // ---- a vote

    private void begin(OutputRequest asked) {
        OutputTransaction transaction = asked.signed().transaction();
        outputs.hold(asked.signed().id(), place.ours(transaction));
        goOn(new Gatherings.Vote(asked, place.otherShards(transaction), 0, false));
    }

    private void goOn(Gatherings.Vote vote) {
        if (vote.isComplete()) {
            gatherings.forget(vote.id());
            voted.put(vote.id(), vote.transaction());
            decided.put(vote.id(), Optional.empty());
        } else {
            gatherings.keep(vote);
            int shard = vote.next();
            give(
                    shard,
                    new OutputNotice.Hold(
                            vote.asked().signed(),
                            vote.asked().carried().stream()
                                    .filter(file -> place.shardOf(file.id()) == shard)
                                    .toList()));
        }
    }

    private void hold(int fromShard, OutputTransaction transaction) {
        Bytes32 id = transaction.id();
        Optional<RailRefusal> refusal = outputs.refusalOfHold(id, place.ours(transaction));
        if (refusal.isPresent()) {
            give(fromShard, new OutputNotice.NotHeld(id, refusal.get()));
        } else {
            outputs.hold(id, place.ours(transaction));
            holding.put(id, fromShard);
            give(fromShard, new OutputNotice.Held(id));
        }
    }

    /// An answer to a transaction that was executed meanwhile finds no vote.
    private void held(Bytes32 id) {
        Optional<Gatherings.Vote> asked = gatherings.voteOf(id);
        if (asked.isEmpty()) {
            return;
        }
        Gatherings.Vote vote = asked.get().oneMore();
        if (vote.isDead() || !outputs.isFreeFor(id, place.ours(vote.transaction()))) {
            giveUp(vote, RailRefusal.OUTPUT_SPENT);
        } else if (vote.transaction().expiryHeight() < height) {
            giveUp(vote, RailRefusal.EXPIRED);
        } else {
            goOn(vote);
        }
    }

    /// All inputs or none.
    private void giveUp(Gatherings.Vote vote, RailRefusal reason) {
        gatherings.forget(vote.id());
        outputs.release(vote.id(), place.ours(vote.transaction()));
        vote.holding().forEach(shard -> give(shard, new OutputNotice.Release(vote.transaction())));
        decided.put(vote.id(), Optional.of(reason));
    }

    // ---- an execution

    private void execute(OutputCertificate certificate) {
        OutputTransaction transaction = certificate.transaction();
        Bytes32 id = certificate.id();
        gatherings.forget(id);
        voted.remove(id);
        spend(certificate);
        List<Integer> others = place.otherShards(transaction);
        others.forEach(shard -> give(shard, new OutputNotice.Spend(certificate)));
        for (MadeOutput output : transaction.outputs()) {
            if (output.recipient() instanceof RailRecipient.OnLedger) {
                left = left.plus(output.value());
            }
        }
        if (stays(transaction)) {
            if (place.has(id)) {
                made(transaction);
            } else {
                give(place.shardOf(id), new OutputNotice.Made(certificate));
            }
        }
        if (others.isEmpty()) {
            completed(certificate);
        } else {
            gatherings.execute(certificate, others);
        }
    }

    /// Other transactions that were to spend these inputs are dead, and their coordinators hear so.
    private void spend(OutputCertificate certificate) {
        Bytes32 id = certificate.id();
        List<SpentOutput> ours = place.ours(certificate.transaction());
        Set<Bytes32> dead = outputs.heldForOthers(id, ours);
        outputs.spend(id, ours);
        holding.remove(id);
        for (Bytes32 other : dead) {
            Optional.ofNullable(holding.remove(other))
                    .ifPresent(shard -> give(shard, new OutputNotice.Dead(other, certificate)));
            died(other);
        }
    }

    /// Another transaction that spends one of its inputs has a certificate. So this one never gets any, though this
    /// authority voted for it, and its other inputs are their owners' again.
    ///
    /// That is safe by votes alone, whatever makes a transaction final. Suppose two transactions of one input both get
    /// certificates; take the first pair, and of what conflicts with its later one the earliest. The two have an honest
    /// voter in common, who gave his second vote only after a certificate had shown him that the first was dead. That
    /// certificate is earlier still and conflicts with one of the pair: there is no first pair.
    private void died(Bytes32 id) {
        Optional.ofNullable(voted.remove(id)).ifPresent(transaction -> {
            outputs.release(id, place.ours(transaction));
            place.otherShards(transaction).forEach(shard -> give(shard, new OutputNotice.Release(transaction)));
        });
        // one that still gathers ends with the answer it waits for: no answer is left over for a later try
        gatherings.died(id);
    }

    private void made(OutputTransaction transaction) {
        outputs.made(transaction, finality == RailFinality.VOTES);
    }

    /// Every shard of its inputs has it on its disk: only now does anybody hear of it, for a rescue asks those shards.
    private void completed(OutputCertificate certificate) {
        windows.add(OutputPlace.named(certificate.transaction()));
        decided.put(certificate.id(), Optional.empty());
        executions.executedHere(certificate.id(), certificate).ifPresent(this::becameFinal);
    }

    private void becameFinal(Execution<OutputCertificate> execution) {
        Bytes32 id = execution.certificate().id();
        if (finality == RailFinality.EFFECTS && stays(execution.certificate().transaction())) {
            if (place.has(id)) {
                outputs.knownFinal(id);
            } else {
                give(place.shardOf(id), new OutputNotice.Final(id));
            }
        }
    }

    /// Whether anything of it stays on the rail.
    private static boolean stays(OutputTransaction transaction) {
        return transaction.outputs().stream().anyMatch(output -> output.recipient() instanceof RailRecipient.OnRail);
    }

    private void give(int shard, OutputNotice notice) {
        given.add(new Given(shard, outbox(shard).add(notice)));
    }

    // ---- what there is

    Outputs outputs() {
        return outputs;
    }

    Executions<OutputCertificate> executions() {
        return executions;
    }

    Windows windows() {
        return windows;
    }

    Gatherings gatherings() {
        return gatherings;
    }

    boolean hasVoted(Bytes32 id) {
        return voted.containsKey(id);
    }

    /// A transaction that this shard coordinates, voted for or about to be.
    Optional<OutputTransaction> coordinated(Bytes32 id) {
        return Optional.ofNullable(voted.get(id)).or(() -> gatherings.voteOf(id).map(Gatherings.Vote::transaction));
    }

    Outbox<OutputNotice> outbox(int toShard) {
        return outboxes.computeIfAbsent(toShard, _ -> new Outbox<>());
    }

    Map<Integer, Outbox<OutputNotice>> outboxes() {
        return outboxes;
    }

    Inbox inbox(int fromShard) {
        return inboxes.computeIfAbsent(fromShard, _ -> new Inbox());
    }

    boolean hasDeposit(Bytes32 key) {
        return deposits.contains(key);
    }

    boolean isSuspended(RailAccount owner) {
        return suspended.contains(owner);
    }

    /// Of the ledger, as far as it was followed.
    long height() {
        return height;
    }

    /// Notices given since the last call.
    List<Given> takeGiven() {
        List<Given> all = given;
        given = new ArrayList<>();
        return all;
    }

    /// Transactions since the last call that got the vote, or were refused it, or are executed.
    Map<Bytes32, Optional<RailRefusal>> takeDecided() {
        Map<Bytes32, Optional<RailRefusal>> all = decided;
        decided = new LinkedHashMap<>();
        return all;
    }

    /// Number of the next try to get orders that are lacking.
    ///
    /// @return how often so far
    long nextTry() {
        return ++tries;
    }

    OutputTotals totals() {
        return new OutputTotals(outputs.unspent(), outputs.spentAhead(), left, deposited);
    }

    /// A hash over everything that later answers depend on.
    Bytes32 hash() {
        return StateWriter.hash(this::writeTo);
    }

    List<Bytes> snapshot() {
        return StateWriter.snapshot(this::writeTo);
    }

    private void writeTo(StateWriter writer) {
        writer.item(StateItem.HEAD).u63(height).u63(deposited.minorUnits()).u63(left.minorUnits());
        outputs.writeTo(writer);
        gatherings.writeTo(writer);
        voted.values().forEach(transaction -> transaction.writeTo(writer.item(StateItem.VOTED)));
        holding.forEach((id, shard) -> writer.item(StateItem.HOLDING).fixed(id).u16(shard));
        executions.writeTo(writer, OutputCertificate::writeTo);
        windows.writeTo(writer);
        new TreeSet<>(deposits).forEach(key -> writer.item(StateItem.DEPOSIT).fixed(key));
        suspended.forEach(owner -> writer.item(StateItem.SUSPENDED).fixed(owner.value()));
        outboxes.forEach((shard, outbox) -> {
            if (outbox.last() > 0) {
                writer.item(StateItem.OUTBOX).u16(shard).u63(outbox.last());
                outbox.kept()
                        .forEach(notice ->
                                notice.writeTo(writer.item(StateItem.NOTICE).u16(shard), OutputNotice::writeTo));
            }
        });
        inboxes.forEach((shard, inbox) -> {
            if (inbox.taken() > 0) {
                writer.item(StateItem.INBOX).u16(shard).u63(inbox.taken());
            }
        });
    }

    /// Takes in the next item of a snapshot, into a state that is empty but for those before it.
    void restore(StateItem kind, CanonicalReader reader) {
        switch (kind) {
            case HEAD -> {
                height = reader.u63();
                deposited = Amount.of(reader.u63());
                left = Amount.of(reader.u63());
            }
            case OUTPUT -> outputs.restore(reader);
            case GATHERING -> gatherings.restoreVote(reader, place);
            case EXECUTING -> gatherings.restoreExecution(reader);
            case VOTED -> {
                OutputTransaction transaction = OutputTransaction.readFrom(reader);
                voted.put(transaction.id(), transaction);
            }
            case HOLDING -> holding.put(reader.fixed32(), reader.u16());
            case EXECUTED -> executions.restoreExecuted(reader, OutputCertificate::readFrom);
            case LACKING -> executions.restoreLacking(reader);
            case DEAD -> executions.restoreDead(reader, OutputCertificate::readFrom);
            case WINDOW_OPEN -> windows.restoreOpen(reader);
            case WINDOW_CLOSED -> windows.restoreClosed(reader);
            case WINDOWS_READ -> windows.restoreRead(reader);
            case DEPOSIT -> deposits.add(reader.fixed32());
            case SUSPENDED -> suspended.add(new RailAccount(reader.fixed32()));
            case OUTBOX -> outbox(reader.u16()).restore(reader.u63());
            case NOTICE -> outbox(reader.u16()).restore(NumberedNotice.readFrom(reader, OutputNotice::readFrom));
            case INBOX -> inbox(reader.u16()).restore(reader.u63());
            case HASH ->
                Invariant.check(reader.fixed32().equals(hash()), "a snapshot gives the state that it was made of");
            case ACCOUNT, ENDED, RESCUE, CREDIT -> throw new DecodeException("an item of a shard of accounts: " + kind);
        }
    }
}
