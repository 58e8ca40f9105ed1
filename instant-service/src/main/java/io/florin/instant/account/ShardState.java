package io.florin.instant.account;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Inbox;
import io.florin.instant.inbox.Notice;
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
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Knowledge of a shard, as the sum of its journal: [#apply] alone changes it, live and in a replay, and asks nobody.
/// So a replay gives the same state, which [#hash] shows.
final class ShardState {

    private final ShardPlace place;
    private final Executions<TransferCertificate> executions;
    private final Windows windows = new Windows();
    private final Map<RailAccount, AccountState> accounts = new HashMap<>();
    private final Map<Integer, Outbox<Notice>> outboxes = new TreeMap<>();
    private final Map<Integer, Inbox> inboxes = new TreeMap<>();
    private final Set<Bytes32> deposits = new HashSet<>();
    private Amount deposited = Amount.ZERO;
    private Amount left = Amount.ZERO;
    private long height;

    /// Accounts whose certificate, or standing order, waits.
    private final NavigableSet<RailAccount> waiting = new TreeSet<>();

    // effects of the last records; not part of the state
    private List<Given> given = new ArrayList<>();
    private Set<RailAccount> moved = new TreeSet<>();
    private long tries;

    /// A notice that was put into an outbox.
    record Given(int toShard, NumberedNotice<Notice> notice) {}

    /// @param quorum authorities that make an order final
    ShardState(ShardPlace place, int quorum) {
        this.place = place;
        this.executions = new Executions<>(place.authority(), quorum);
    }

    void apply(ShardRecord record) {
        switch (record) {
            case ShardRecord.Voted(var order) -> changed(order.order().sender()).vote(order);
            case ShardRecord.Executed(var certificate) -> execute(certificate);
            case ShardRecord.Waiting(var certificate) -> {
                RailAccount sender = certificate.order().sender();
                changed(sender).keepWaiting(certificate);
                noteWaiting(sender);
            }
            case ShardRecord.Carried(var payment) -> {
                RailAccount recipient = recipientOf(payment.order());
                changed(recipient).carried(payment.orderId(), payment.order().amount());
                moved.add(recipient);
            }
            case ShardRecord.NoticeTaken(var fromShard, var notice) -> take(fromShard, notice);
            case ShardRecord.NoticesAcknowledged(var byShard, var upTo) ->
                outbox(byShard).acknowledged(upTo);
            case ShardRecord.WindowTaken(var authority, var shard, var number, var executed) -> {
                windows.take(authority, shard, number);
                for (ExecutedOrder order : executed) {
                    executions.executedAt(authority, order.orderId(), tries).ifPresent(this::becameFinal);
                }
            }
            case ShardRecord.WindowClosed(var number, var size) -> windows.close(number, size);
            case ShardRecord.Deposited(var key, var account, var amount) -> {
                Invariant.check(deposits.add(key), "a deposit counts once");
                deposited = deposited.plus(amount);
                changed(account).receive(amount);
                moved.add(account);
            }
            case ShardRecord.HeightReached(var reached) -> height = reached;
            case ShardRecord.StandingChanged(var account, var suspended) ->
                changed(account).suspend(suspended);
            case ShardRecord.Frozen(var account, var sequence) -> {
                changed(account).freeze(sequence);
                noteWaiting(account);
            }
            case ShardRecord.Stands(var outcome) -> {
                RailAccount account = outcome.rescue().account();
                changed(account).stands(outcome);
                noteWaiting(account);
                moved.add(account);
            }
            case ShardRecord.Voided(var outcome) -> endVoid(outcome);
            case ShardRecord.Lapsed(var certificate) -> died(certificate);
        }
    }

    private void noteWaiting(RailAccount account) {
        if (account(account).isWaiting()) {
            waiting.add(account);
        } else {
            waiting.remove(account);
        }
    }

    private void execute(TransferCertificate certificate) {
        TransferOrder order = certificate.order();
        AccountState sender = changed(order.sender());
        sender.execute(certificate);
        noteWaiting(order.sender());
        moved.add(order.sender());
        windows.add(ExecutedOrder.of(order));
        switch (order.recipient()) {
            case RailRecipient.OnLedger _ -> left = left.plus(order.amount());
            case RailRecipient.OnRail(RailAccount recipient) -> {
                if (place.has(recipient)) {
                    changed(recipient).credits().executed(certificate.orderId(), order.amount());
                } else {
                    give(recipient, new Notice.Credit(certificate));
                }
            }
        }
        executions.executedHere(certificate.orderId(), certificate).ifPresent(this::becameFinal);
    }

    /// Undoes the order where it was executed, as if it had not been: sender, recipient and the word of it.
    private void endVoid(RescueOutcome outcome) {
        RailAccount account = outcome.rescue().account();
        AccountState sender = changed(account);
        Optional<TransferCertificate> undone = sender.voided(outcome);
        noteWaiting(account);
        moved.add(account);
        undone.ifPresent(this::takeBack);
        undone.or(() -> sender.rescues().at(outcome.rescue().sequence()).flatMap(Rescue::held))
                .ifPresent(this::died);
    }

    private void died(TransferCertificate certificate) {
        executions.died(certificate.orderId(), certificate);
    }

    private void takeBack(TransferCertificate certificate) {
        TransferOrder order = certificate.order();
        windows.leaveOut(ExecutedOrder.of(order));
        switch (order.recipient()) {
            case RailRecipient.OnLedger _ -> left = left.minus(order.amount());
            case RailRecipient.OnRail(RailAccount recipient) -> {
                if (place.has(recipient)) {
                    changed(recipient).credits().takenBack(certificate.orderId());
                } else {
                    give(recipient, new Notice.TakeBack(recipient, certificate.orderId()));
                }
            }
        }
    }

    private void becameFinal(Execution<TransferCertificate> execution) {
        TransferOrder order = execution.certificate().order();
        if (order.recipient() instanceof RailRecipient.OnRail(RailAccount recipient)) {
            Bytes32 id = execution.certificate().orderId();
            if (place.has(recipient)) {
                changed(recipient).knownFinal(id);
                moved.add(recipient);
            } else {
                give(recipient, new Notice.Final(recipient, id));
            }
        }
    }

    private void take(int fromShard, NumberedNotice<Notice> numbered) {
        inbox(fromShard).take(numbered.sequence());
        switch (numbered.notice()) {
            case Notice.Credit(TransferCertificate certificate) ->
                changed(recipientOf(certificate.order()))
                        .credits()
                        .executed(certificate.orderId(), certificate.order().amount());
            case Notice.Final(RailAccount recipient, Bytes32 orderId) -> {
                changed(recipient).knownFinal(orderId);
                moved.add(recipient);
            }
            case Notice.TakeBack(RailAccount recipient, Bytes32 orderId) ->
                changed(recipient).credits().takenBack(orderId);
        }
    }

    private void give(RailAccount recipient, Notice notice) {
        int shard = place.shardOf(recipient);
        given.add(new Given(shard, outbox(shard).add(notice)));
    }

    private static RailAccount recipientOf(TransferOrder order) {
        Invariant.check(order.recipient() instanceof RailRecipient.OnRail, "only accounts are credited");
        return ((RailRecipient.OnRail) order.recipient()).account();
    }

    private AccountState changed(RailAccount account) {
        Invariant.check(place.has(account), "an account of another shard");
        return accounts.computeIfAbsent(account, _ -> new AccountState());
    }

    // ---- what there is

    /// For reading; an account that nothing happened to is empty.
    AccountState account(RailAccount account) {
        AccountState known = accounts.get(account);
        return known == null ? new AccountState() : known;
    }

    Executions<TransferCertificate> executions() {
        return executions;
    }

    Windows windows() {
        return windows;
    }

    Outbox<Notice> outbox(int toShard) {
        return outboxes.computeIfAbsent(toShard, _ -> new Outbox<>());
    }

    Map<Integer, Outbox<Notice>> outboxes() {
        return outboxes;
    }

    Inbox inbox(int fromShard) {
        return inboxes.computeIfAbsent(fromShard, _ -> new Inbox());
    }

    boolean hasDeposit(Bytes32 key) {
        return deposits.contains(key);
    }

    /// Of the ledger, as far as it was followed.
    long height() {
        return height;
    }

    NavigableSet<RailAccount> waiting() {
        return waiting;
    }

    /// Notices given since the last call.
    List<Given> takeGiven() {
        List<Given> all = given;
        given = new ArrayList<>();
        return all;
    }

    /// Accounts since the last call that have more to spend or another next sequence.
    Set<RailAccount> takeMoved() {
        Set<RailAccount> all = moved;
        moved = new TreeSet<>();
        return all;
    }

    /// Number of the next try to get orders that are lacking.
    ///
    /// @return how often so far
    long nextTry() {
        return ++tries;
    }

    ShardTotals totals() {
        return new ShardTotals(
                sum(AccountState::balance),
                sum(account -> account.credits().pendingSum()),
                left,
                sum(account -> account.credits().aheadSum()),
                deposited);
    }

    private Amount sum(Function<AccountState, Amount> part) {
        return accounts.values().stream().map(part).reduce(Amount.ZERO, Amount::plus);
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
        executions.writeTo(writer, TransferCertificate::writeTo);
        new TreeMap<>(accounts).forEach((account, state) -> state.writeTo(writer, account));
        windows.writeTo(writer);
        new TreeSet<>(deposits).forEach(key -> writer.item(StateItem.DEPOSIT).fixed(key));
        outboxes.forEach((shard, outbox) -> {
            if (outbox.last() > 0) {
                writer.item(StateItem.OUTBOX).u16(shard).u63(outbox.last());
                outbox.kept()
                        .forEach(notice ->
                                notice.writeTo(writer.item(StateItem.NOTICE).u16(shard), Notice::writeTo));
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
            case EXECUTED -> executions.restoreExecuted(reader, TransferCertificate::readFrom);
            case LACKING -> executions.restoreLacking(reader);
            case DEAD -> executions.restoreDead(reader, TransferCertificate::readFrom);
            case ACCOUNT -> restored(reader).restore(reader);
            case ENDED ->
                restored(reader).restoreEnded(reader.flag() ? Optional.of(executed(reader)) : Optional.empty());
            case RESCUE -> restored(reader).rescues().restore(reader);
            case CREDIT -> restored(reader).credits().restore(reader);
            case WINDOW_OPEN -> windows.restoreOpen(reader);
            case WINDOW_CLOSED -> windows.restoreClosed(reader);
            case WINDOWS_READ -> windows.restoreRead(reader);
            case DEPOSIT -> deposits.add(reader.fixed32());
            case OUTBOX -> outbox(reader.u16()).restore(reader.u63());
            case NOTICE -> outbox(reader.u16()).restore(NumberedNotice.readFrom(reader, Notice::readFrom));
            case INBOX -> inbox(reader.u16()).restore(reader.u63());
            case HASH -> {
                accounts.keySet().forEach(this::noteWaiting);
                Invariant.check(reader.fixed32().equals(hash()), "a snapshot gives the state that it was made of");
            }
            case SUSPENDED, OUTPUT, VOTED, HOLDING, GATHERING, EXECUTING ->
                throw new DecodeException("an item of a shard of outputs: " + kind);
        }
    }

    private AccountState restored(CanonicalReader reader) {
        return changed(new RailAccount(reader.fixed32()));
    }

    private TransferCertificate executed(CanonicalReader reader) {
        return executions
                .find(reader.fixed32())
                .map(Execution::certificate)
                .orElseThrow(() -> new DecodeException("an order whose certificate is missing"));
    }
}
