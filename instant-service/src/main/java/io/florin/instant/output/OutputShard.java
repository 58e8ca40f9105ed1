package io.florin.instant.output;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.instant.journal.StateItem;
import io.florin.instant.roots.WindowStream;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SpentOutput;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/// One shard of one authority of a rail of outputs (ACCEPT, paper 003). With at most F lying authorities, whatever
/// owners sign and whatever crashes: it votes for one transaction of each output, for all inputs of a transaction or
/// none, executes what is certified, and lets nobody spend an output before what made it is final.
///
/// | event | checked | then |
/// |---|---|---|
/// | transaction | scope, not expired, owners not suspended, their signatures, carried files; of each input: known to be final, owner, value, neither spent nor given to another | inputs here are held, other shards asked one after the other; all hold: vote; one does not: all are released, refused |
/// | certificate | scope, votes of 2F + 1, owners' signatures | inputs spent, outputs made; what else was to spend them is dead, and its other inputs are released; when all shards of its inputs have it: effects |
/// | notice of another shard | number, certificate | held or not, released, dead, spent, made, final |
/// | window of another authority | number, signature | who executed what: with 2F + 1 a transaction is final |
/// | deposit | its key is new | an output to spend |
///
/// The shard of the lowest input coordinates, so a transaction has one place at each authority. When it is final is the
/// committee's choice: with the effects of 2F + 1 authorities, or already with their votes; an owner who signs two
/// transactions of one output then loses it.
///
/// A repeat comes before all checks and gets the same answer. [#on] gives records for the journal and nothing besides:
/// effects come of [#synced] alone, so no vote can leave before it is on the disk.
///
/// Owned by one thread. It checks signatures itself: a shard is the unit that spreads over processors.
public final class OutputShard {

    private final OutputRules rules;
    private final OutputState state;
    private final OutputJournal journal;
    private final CertifiedTransactions certified;
    private final CarriedFiles carried;
    private final OutputAnswers answers;
    private final OutputNeighbours neighbours;

    /// @param verifier of the committee's signatures
    /// @param signer with this authority's key of this epoch
    public OutputShard(OutputPlace place, RailCommittee committee, CommitteeVerifier verifier, AuthoritySigner signer) {
        this.rules = new OutputRules(place, committee, verifier);
        this.state =
                new OutputState(place, committee.finality(), verifier.size().quorum());
        this.journal = new OutputJournal(state, signer);
        this.certified = new CertifiedTransactions(rules, state, journal);
        this.carried = new CarriedFiles(rules, state, journal, certified);
        this.answers = new OutputAnswers(place, state, journal);
        this.neighbours = new OutputNeighbours(rules, state, journal, carried, answers);
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
    public void replay(OutputRecord record) {
        journal.replay(record);
    }

    /// @return the records that the event adds to the journal, which the state has taken in already
    public List<OutputRecord> on(OutputEvent event) {
        switch (event) {
            case OutputEvent.VoteAsked(long request, OutputRequest asked) -> vote(request, asked);
            case OutputEvent.ConfirmationAsked(long request, OutputCertificate certificate) ->
                execute(request, certificate);
            case OutputEvent.CertificateArrived(OutputCertificate certificate) -> certified.take(certificate);
            case OutputEvent.NoticeArrived(int fromShard, var notice) -> neighbours.takeNotice(fromShard, notice);
            case OutputEvent.NoticesAcknowledged(int byShard, long upTo) -> neighbours.acknowledged(byShard, upTo);
            case OutputEvent.WindowArrived(var window) -> neighbours.takeWindow(window);
            case OutputEvent.WindowDue _ -> neighbours.round();
            case OutputEvent.DepositSeen(Bytes32 key, RailAccount owner, Amount amount) -> deposit(key, owner, amount);
            case OutputEvent.HeightReached(long height) -> {
                if (height > state.height()) {
                    journal.record(new OutputRecord.HeightReached(height));
                }
            }
            case OutputEvent.StandingChanged(RailAccount owner, boolean suspended) -> {
                if (suspended != state.isSuspended(owner)) {
                    journal.record(new OutputRecord.StandingChanged(owner, suspended));
                }
            }
            case OutputEvent.CertificateAsked(long request, Bytes32 id) ->
                answers.found(request, state.executions().certificate(id));
            case OutputEvent.WindowAsked(long request, long number) -> answers.window(request, number);
        }
        answers.answerWaiting();
        return journal.takeFresh();
    }

    /// Effects that may leave now that so many records, counted from the beginning of the journal, are on the disk.
    public List<OutputEffect> synced(long journalRecords) {
        return journal.synced(journalRecords);
    }

    private void vote(long request, OutputRequest asked) {
        OutputTransaction transaction = asked.signed().transaction();
        Bytes32 id = asked.signed().id();
        Optional<RailRefusal> elsewhere = rules.refusalOfPlace(transaction);
        if (elsewhere.isPresent()) {
            answers.refused(request, elsewhere.get());
            return;
        }
        if (answers.answerKnown(request, id)) {
            return;
        }
        List<SpentOutput> ours = rules.place().ours(transaction);
        Optional<RailRefusal> refusal = rules.refusalOfVote(asked, state)
                .or(() -> state.outputs().refusalInSpiteOf(asked.carried(), id, ours))
                .or(() -> carried.take(asked.carried()))
                .or(() -> state.outputs().refusalOfHold(id, ours));
        if (refusal.isPresent()) {
            answers.refused(request, refusal.get());
            return;
        }
        journal.record(new OutputRecord.Begun(new OutputRequest(asked.signed(), ofOtherShards(asked.carried()))));
        answers.answerKnown(request, id);
    }

    private List<FinalOutputs> ofOtherShards(List<FinalOutputs> files) {
        return files.stream().filter(file -> !rules.place().has(file.id())).toList();
    }

    private void execute(long request, OutputCertificate certificate) {
        certified
                .take(certificate)
                .ifPresentOrElse(
                        reason -> answers.refused(request, reason),
                        () -> answers.answerKnown(request, certificate.id()));
    }

    private void deposit(Bytes32 key, RailAccount owner, Amount amount) {
        if (rules.place().has(key) && !state.hasDeposit(key) && !amount.isZero()) {
            journal.record(new OutputRecord.Deposited(key, owner, amount));
        }
    }

    // ---- for operators and judges

    public OutputTotals totals() {
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

    /// An output of this shard as this authority sees it; empty if it has not heard of it.
    public Optional<OutputView> view(OutputId id) {
        return state.outputs()
                .find(id)
                .map(output -> new OutputView(
                        output.owner(), output.value(), output.isFinal(), output.heldFor(), output.spentBy()));
    }

    /// Money that an owner may spend of this shard's outputs.
    public Amount spendableBy(RailAccount owner) {
        return state.outputs().spendableBy(owner);
    }

    /// Windows that are closed here.
    public long windowsClosed() {
        return state.windows().nextNumber();
    }

    /// Up to where the windows of each shard of another authority are read.
    public NavigableMap<WindowStream, Long> windowsRead() {
        return state.windows().read();
    }

    /// Of the ledger, up to which it is followed here.
    public long height() {
        return state.height();
    }

    /// Notices for another shard that it has not acknowledged, the oldest first.
    public List<NumberedNotice<OutputNotice>> keptNotices(int toShard) {
        return state.outbox(toShard).kept();
    }

    /// The number of the last notice taken from another shard, 0 before the first.
    public long takenNotices(int fromShard) {
        return state.inbox(fromShard).taken();
    }
}
