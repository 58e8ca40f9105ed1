package io.florin.instant.account;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.instant.journal.StateItem;
import io.florin.instant.roots.WindowStream;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/// One shard of one authority of a rail of accounts (FastPay, paper 004). With at most F lying authorities, whatever
/// owners sign and whatever crashes: it votes for one order of each sequence, executes certified orders in the order of
/// their sequence, and lets nobody spend a credit before it is final.
///
/// | event | checked | then |
/// |---|---|---|
/// | order | scope, sequence is next, no other order voted for, not expired, sender not suspended, owner's signature, carried payments, final balance | vote |
/// | certificate | scope, votes of 2F + 1, owner's signature | executed, if it is next and covered; else it waits |
/// | notice of another shard | number, certificate | pending credit, or spendable |
/// | window of another authority | number, signature | who executed what: with 2F + 1 an order is final |
/// | deposit | its key is new | spendable |
/// | rescue on the ledger | evidence | frozen: no vote and no execution at this sequence |
/// | outcome on the ledger | frozen; statements | its order is executed, or the sequence is void and an execution taken back |
///
/// A repeat comes before all checks and gets the same answer, so that a lost answer costs a round trip and nothing
/// else. [#on] gives records for the journal and nothing besides: effects come of [#synced] alone, so no vote can leave
/// before it is on the disk.
///
/// Owned by one thread. It checks signatures itself: a shard is the unit that spreads over processors.
public final class AccountShard {

    private final OrderRules rules;
    private final ShardState state;
    private final ShardJournal journal;
    private final CertifiedOrders certified;
    private final SignedAnswers answers;
    private final Neighbours neighbours;
    private final LedgerRescues rescues;

    /// @param verifier of the committee's signatures
    /// @param signer with this authority's key of this epoch
    public AccountShard(ShardPlace place, RailCommittee committee, CommitteeVerifier verifier, AuthoritySigner signer) {
        this.rules = new OrderRules(place, committee, verifier);
        this.state = new ShardState(place, verifier.size().quorum());
        this.journal = new ShardJournal(state, signer);
        this.certified = new CertifiedOrders(state, journal, rules);
        this.answers = new SignedAnswers(place, state, journal);
        this.neighbours = new Neighbours(rules, state, journal, certified, answers);
        this.rescues = new LedgerRescues(rules, state, journal);
    }

    /// Takes the next part of a snapshot, before everything else.
    ///
    /// @throws DecodeException when the bytes are no part of one
    public void restore(byte[] part) {
        StateItem.readAll(part, state::restore);
    }

    /// All parts were given.
    ///
    /// @param records of the journal that the snapshot sums up
    public void restored(long records) {
        journal.restored(records);
    }

    /// The state as the parts of a snapshot, all of it in memory: a copy of about the size of what is executed. It sums
    /// up all records so far, on the disk or not.
    public List<Bytes> snapshot() {
        return state.snapshot();
    }

    /// Takes the next record of the journal, after a start and before the first event.
    public void replay(ShardRecord record) {
        journal.replay(record);
    }

    /// @return the records that the event adds to the journal, which the state has taken in already
    public List<ShardRecord> on(ShardEvent event) {
        switch (event) {
            case ShardEvent.OrderAsked(long request, OrderRequest order) ->
                vote(request, order.signedOrder(), order.carried());
            case ShardEvent.ConfirmationAsked(long request, ConfirmationOrder order) ->
                execute(request, order.certificate(), order.carried());
            case ShardEvent.CertificateArrived(var certificate) -> certified.take(certificate);
            case ShardEvent.NoticeArrived(int fromShard, var notice) -> neighbours.takeNotice(fromShard, notice);
            case ShardEvent.NoticesAcknowledged(int byShard, long upTo) -> {
                if (state.outbox(byShard).keeps(upTo)) {
                    neighbours.acknowledged(byShard, upTo);
                }
            }
            case ShardEvent.WindowArrived(var window) -> neighbours.takeWindow(window);
            case ShardEvent.WindowDue _ -> neighbours.round();
            case ShardEvent.DepositSeen(var key, var account, var amount) -> {
                if (!state.hasDeposit(key)) {
                    journal.record(new ShardRecord.Deposited(key, account, amount));
                }
            }
            case ShardEvent.RescueCommitted(long height, var evidence) -> rescues.begin(height, evidence);
            case ShardEvent.OutcomeCommitted(long height, var outcome) -> rescues.end(height, outcome);
            case ShardEvent.HeightReached(long height) -> {
                if (height > state.height()) {
                    journal.record(new ShardRecord.HeightReached(height));
                }
            }
            case ShardEvent.StandingChanged(var account, boolean suspended) -> {
                if (suspended != state.account(account).isSuspended()) {
                    journal.record(new ShardRecord.StandingChanged(account, suspended));
                }
            }
            case ShardEvent.CertificateAsked(long request, var orderId) ->
                answers.found(request, state.executions().certificate(orderId));
            case ShardEvent.SequenceAsked(long request, var sender, long sequence) ->
                answers.found(request, state.account(sender).executed(sequence));
            case ShardEvent.WindowAsked(long request, long number) -> answers.window(request, number);
            case ShardEvent.OpenSequenceAsked(long request, var account, long sequence) ->
                answers.openSequence(request, account, sequence);
            case ShardEvent.AccountAsked(long request, var account, long fromSequence, long fromPlace) ->
                answers.information(request, account, fromSequence, fromPlace);
            case ShardEvent.StatementAsked(long request, var account, long sequence) ->
                answers.rescue(request, account, sequence);
        }
        certified.executeWhatWaited();
        return journal.takeFresh();
    }

    /// Effects that may leave now that so many records, counted from the beginning of the journal, are on the disk.
    public List<ShardEffect> synced(long journalRecords) {
        return journal.synced(journalRecords);
    }

    private void vote(long request, SignedOrder signed, CarriedPayments carried) {
        TransferOrder order = signed.order();
        Optional<RailRefusal> elsewhere = rules.refusalOfPlace(order);
        if (elsewhere.isPresent()) {
            answers.refused(request, elsewhere.get());
            return;
        }
        if (isAnswered(request, signed)) {
            return;
        }
        Optional<RailRefusal> refusal = rules.refusalOfVote(signed, state.account(order.sender()), state.height())
                .or(() -> certified.takeCarried(order.sender(), carried));
        if (refusal.isPresent()) {
            answers.refused(request, refusal.get());
            return;
        }
        certified.executeWhatWaited();
        if (isAnswered(request, signed)) { // what was carried let another order of this sequence be executed
            return;
        }
        Optional<RailRefusal> uncovered = rules.refusalOfCover(order, state.account(order.sender()));
        if (uncovered.isPresent()) {
            answers.refused(request, uncovered.get());
            return;
        }
        journal.record(new ShardRecord.Voted(signed));
        answers.voted(request, signed.id());
    }

    /// Answers a repeat, and an order whose sequence is over or rescued.
    private boolean isAnswered(long request, SignedOrder signed) {
        Bytes32 id = signed.id();
        AccountState sender = state.account(signed.order().sender());
        long sequence = signed.order().sequence();
        Optional<TransferCertificate> executed = sender.executed(sequence);
        if (executed.filter(it -> it.orderId().equals(id)).isPresent()) {
            answers.executed(request, executed.get());
            return true;
        }
        Optional<Rescue> rescue = sender.rescues().at(sequence);
        if (rescue.isPresent()) {
            answers.rescued(request, rescue.get(), id);
            return true;
        }
        if (executed.isPresent()) {
            answers.refused(request, RailRefusal.SEQUENCE_USED);
            return true;
        }
        boolean voted = sender.pending().filter(kept -> kept.id().equals(id)).isPresent();
        if (voted) {
            answers.voted(request, id);
        }
        return voted;
    }

    private void execute(long request, TransferCertificate certificate, CarriedPayments carried) {
        Optional<RailRefusal> refusal = certified.take(certificate);
        if (refusal.isPresent()) {
            refuse(request, certificate, refusal.get());
            return;
        }
        if (!isExecuted(certificate)) {
            // a bad file ends this only: the certificate stands
            certified.takeCarried(certificate.order().sender(), carried);
            certified.take(certificate);
        }
        // the certificate that was executed here: the one that came may differ in signatures that nobody looked at
        state.executions()
                .find(certificate.orderId())
                .ifPresentOrElse(
                        executed -> answers.executed(request, executed.certificate()),
                        () -> answers.answer(request, new ShardAnswer.Waits()));
    }

    private void refuse(long request, TransferCertificate certificate, RailRefusal reason) {
        RailSequence sequence = RailSequence.of(certificate.order());
        Optional<Rescue> rescue = state.account(sequence.account()).rescues().at(sequence.sequence());
        if (reason == RailRefusal.SEQUENCE_FROZEN && rescue.isPresent()) {
            answers.rescued(request, rescue.get(), certificate.orderId());
        } else {
            answers.refused(request, reason);
        }
    }

    private boolean isExecuted(TransferCertificate certificate) {
        return state.executions().find(certificate.orderId()).isPresent();
    }

    // ---- for operators and judges

    public ShardTotals totals() {
        return state.totals();
    }

    /// A hash over everything that later answers depend on; a replay of the journal gives the same.
    public Bytes32 stateHash() {
        return state.hash();
    }

    /// Payments that are executed here.
    public int executed() {
        return state.executions().count();
    }

    /// A hash over their ids.
    public Bytes32 executedHash() {
        return state.executions().hashOfIds();
    }

    /// Whether the deposit with this key is credited here.
    public boolean hasDeposit(Bytes32 key) {
        return state.hasDeposit(key);
    }

    public AccountView view(RailAccount account) {
        AccountState found = state.account(account);
        return new AccountView(
                found.balance(),
                found.credits().pendingSum(),
                found.nextSequence(),
                found.pending().map(SignedOrder::id),
                found.waiting().map(TransferCertificate::orderId),
                found.isSuspended(),
                found.rescues().frozen());
    }

    /// Windows that are closed here.
    public long windowsClosed() {
        return state.windows().nextNumber();
    }

    /// Up to where the windows of each shard of another authority are read.
    public NavigableMap<WindowStream, Long> windowsRead() {
        return state.windows().read();
    }

    /// Of the ledger, up to which its blocks are in the state; after a start they are told from the next one on.
    public long height() {
        return state.height();
    }

    /// Notices for another shard that it has not acknowledged, the oldest first.
    public List<NumberedNotice<Notice>> keptNotices(int toShard) {
        return state.outbox(toShard).kept();
    }

    /// The number of the last notice taken from another shard, 0 before the first.
    public long takenNotices(int fromShard) {
        return state.inbox(fromShard).taken();
    }
}
