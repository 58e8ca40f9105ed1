package io.florin.simulation.endorser;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.KeyShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.endorser.endorse.Endorser;
import io.florin.endorser.endorse.EndorsingContext;
import io.florin.endorser.endorse.RulesRegistry;
import io.florin.endorser.gather.EndorsementGatherer;
import io.florin.endorser.gather.GatherEffect;
import io.florin.endorser.gather.GatherEvent;
import io.florin.endorser.gather.GatherSettings;
import io.florin.endorser.gather.KeysHeld;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.Arrival;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.LeftBehind;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.StoredNote;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.status.SettledBlock;
import io.florin.simulation.broker.SimulatedTopicWriter;
import io.florin.simulation.follower.FollowerHabits;
import io.florin.simulation.follower.ResultFollower;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.SimulatedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One endorser: the real [Endorser], [EndorsementGatherer] and [ShareCombiner], connected as the service connects
/// them, above a store that forgets what was not synced.
public final class EndorserNode extends ResultFollower {
    private static final GatherSettings SETTINGS =
            new GatherSettings(64, 50, 100, 4, 1_000, 1_000, 800, 1_500, 2_000, 8_000);
    private static final long TICK_MILLIS = 100;
    private static final long ANSWER_MICROS = 700_000;
    private static final long RECOVER_MILLIS = 2_000;
    private static final Duration LEFT_BEHIND = Duration.ofSeconds(3);

    private final int self;
    private final NetworkId network;
    private final KeysHeld shares;
    private final EndorserSurroundings around;
    private final EndorserHabits habits;
    private final Endorser endorser;
    private final SimulatedLog<EndorserStore.Entry> log;
    private LedgerPosition position;
    private long lastTicket = EndorsementGatherer.NO_TICKET;
    private @Nullable Memory memory;

    /// Memory of a process of this endorser.
    private record Memory(
            Life life,
            EndorsementGatherer gatherer,
            EndorserStore store,
            Map<Integer, SimulatedTopicWriter> topics,
            Map<Long, Consumer<List<SubmissionOutcome>>> waiting) {}

    /// @param self index of its shares, from 1
    public EndorserNode(int self, EndorserSurroundings around, EndorserHabits habits) {
        super("endorser-" + self, around.ledger(), FollowerHabits.HONEST);
        this.self = self;
        this.shares = new KeysHeld() {
            @Override
            public boolean holdsShareOf(EndorserGroup configured) {
                return shareOf(configured).isPresent();
            }

            @Override
            public EndorserGroup inUse(EndorserGroup configured) {
                return configured;
            }
        };
        this.network = around.ledger().genesis().networkId();
        this.around = around;
        this.endorser = new Endorser(new RulesRegistry(around.rules().all()));
        this.habits = habits;
        this.log = disk().log();
        this.position = genesis();
    }

    private Optional<KeyShare> shareOf(EndorserGroup group) {
        return around.keys().share(group.groupKey(), self, world().nowMillis());
    }

    private LedgerPosition genesis() {
        return new LedgerPosition(around.ledger().genesis().configuration(), 0);
    }

    // ---- life

    @Override
    protected void resume(List<SettledBlock> settled, Life life) {
        position = habits.resumed(settled.isEmpty() ? genesis() : positionAfter(settled.getLast()), genesis());
        EndorserStore store = new EndorserStore(log, habits);
        settled.forEach(block -> store.settled(idsOf(block)));
        var gatherer = new EndorsementGatherer(
                self, position.configuration(), SETTINGS, shares, world().random("gather of " + name()));
        Map<Integer, SimulatedTopicWriter> topics = new HashMap<>();
        for (PartyNode party : around.ledger().parties()) {
            String topic = "settlement.transactions." + party.party();
            topics.put(
                    party.party(),
                    new SimulatedTopicWriter(this, life, around.ledger().network(), around.broker(), topic));
        }
        memory = new Memory(life, gatherer, store, topics, new HashMap<>());
        life.every(TICK_MILLIS, () -> on(new GatherEvent.Tick()));
        life.every(RECOVER_MILLIS, this::takeUp);
    }

    @Override
    protected void forget() {
        super.forget();
        memory = null;
    }

    private Memory memory() {
        if (memory == null) {
            throw new IllegalStateException(name() + " is down");
        }
        return memory;
    }

    /// Transactions that were stored here and never became final, whoever brought them.
    private void takeUp() {
        for (EndorsedBundle bundle : memory().store().openBundles(position.height())) {
            on(new GatherEvent.Recovered(bundle, Long.MAX_VALUE));
        }
        LeftBehind leftBehind = LeftBehind.at(clock().wallMillis(), LEFT_BEHIND);
        List<AcceptedTransaction> open = memory().store().unsigned(position.height()).stream()
                .filter(transaction -> leftBehind.has(transaction.receivedMillis()))
                .toList();
        if (!open.isEmpty()) {
            on(new GatherEvent.Submitted(EndorsementGatherer.NO_TICKET, open));
        }
    }

    // ---- the ledger

    @Override
    protected boolean mayTake(SettledBlock block, Life life) {
        return true;
    }

    @Override
    protected void take(SettledBlock block) {
        position = new LedgerPosition(changeIn(block).orElse(position.configuration()), block.number());
        memory().store().settled(idsOf(block));
        on(new GatherEvent.Settled(idsOf(block)));
        on(new GatherEvent.LedgerMoved(position.configuration(), position.height()));
    }

    /// As in the service, a configuration stays until a change is followed.
    private static Optional<NetworkConfiguration> changeIn(SettledBlock block) {
        return block.committed().stream()
                .flatMap(each -> each.committed().stream())
                .flatMap(each -> each.newConfiguration().stream())
                .findFirst();
    }

    private static LedgerPosition positionAfter(SettledBlock block) {
        NetworkConfiguration inForce = block.after().configuration();
        return new LedgerPosition(inForce, block.number());
    }

    private static List<TransactionId> idsOf(SettledBlock block) {
        return block.transactions().stream()
                .flatMap(each -> each.claimed().stream())
                .toList();
    }

    private EndorsingContext context() {
        return new EndorsingContext(
                network, position, around.enrollments(), around.rules().credentialEpochs());
    }

    // ---- those who look for notes

    /// Notes of its transactions behind a position, in its own order.
    public List<StoredNote> notes(long after, int limit) {
        return memory().store().notes(after, limit);
    }

    // ---- submitters

    /// @param answer told one outcome for each, or nothing at all
    public void submit(List<Submission> submissions, Consumer<List<SubmissionOutcome>> answer) {
        List<AcceptedTransaction> accepted = new ArrayList<>();
        Map<TransactionId, RefusalReason> refused = new HashMap<>();
        for (Verdict verdict : verdicts(submissions)) {
            switch (verdict) {
                case Verdict.Accepted(AcceptedTransaction transaction) -> accepted.add(transaction);
                case Verdict.Refused(TransactionId id, RefusalReason reason) -> refused.put(id, reason);
                case Verdict.Ahead _ -> {
                    return;
                }
            }
        }
        List<TransactionId> order =
                submissions.stream().map(each -> each.transaction().id()).toList();
        if (accepted.isEmpty()) {
            answer.accept(merged(order, refused, List.of(), List.of()));
            return;
        }
        long ticket = ++lastTicket;
        memory().waiting().put(ticket, outcomes -> answer.accept(merged(order, refused, accepted, outcomes)));
        on(new GatherEvent.Submitted(ticket, accepted));
    }

    private List<Verdict> verdicts(List<Submission> submissions) {
        List<Arrival> arrivals = submissions.stream()
                .map(each -> new Arrival(each, clock().wallMillis()))
                .toList();
        return endorser.check(arrivals, context(), true);
    }

    private static List<SubmissionOutcome> merged(
            List<TransactionId> order,
            Map<TransactionId, RefusalReason> refused,
            List<AcceptedTransaction> accepted,
            List<SubmissionOutcome> outcomes) {
        Map<TransactionId, SubmissionOutcome> all = new HashMap<>();
        refused.forEach((id, reason) -> all.put(id, new SubmissionOutcome.Refused(reason)));
        for (int i = 0; i < accepted.size(); i++) {
            all.put(accepted.get(i).id(), outcomes.get(i));
        }
        return order.stream()
                .map(id -> all.getOrDefault(id, new SubmissionOutcome.Unavailable()))
                .toList();
    }

    // ---- the gatherer

    private void on(GatherEvent event) {
        for (GatherEffect effect : memory().gatherer().on(event, now())) {
            effect();
            carryOut(effect);
        }
    }

    private Moment now() {
        return new Moment(clock().wallMillis(), clock().steadyMillis());
    }

    /// Later, since the gatherer is in the middle of its effects.
    private void tell(GatherEvent event) {
        memory().life().after(1, () -> on(event));
    }

    private void carryOut(GatherEffect effect) {
        switch (effect) {
            case GatherEffect.Store(long bundle, List<AcceptedTransaction> transactions) ->
                tell(new GatherEvent.Stored(bundle, hold(transactions)));
            case GatherEffect.Propose propose -> propose(propose);
            case GatherEffect.Prepare _ -> throw new IllegalStateException("BLS needs no preparation");
            case GatherEffect.AskShare ask -> askShare(ask);
            case GatherEffect.Combine combine -> combine(combine);
            case GatherEffect.Publish publish -> publish(publish);
            case GatherEffect.Remember(EndorsedBundle bundle) -> {
                memory().store().signed(bundle);
                effect();
                memory().store().sync();
            }
            case GatherEffect.SubmitDirectly(List<Integer> parties, EndorsedBundle bundle) ->
                parties.forEach(party -> submitTo(party, bundle));
            case GatherEffect.RememberRefused _ -> {
                // it is refused again
            }
            case GatherEffect.Answer(long ticket, List<SubmissionOutcome> outcomes) ->
                Optional.ofNullable(memory().waiting().remove(ticket)).ifPresent(it -> it.accept(outcomes));
        }
    }

    private Set<TransactionId> hold(List<AcceptedTransaction> transactions) {
        Set<TransactionId> before = memory().store().hold(transactions);
        if (habits.syncs()) {
            effect();
            memory().store().sync();
        }
        return before;
    }

    private void propose(GatherEffect.Propose propose) {
        List<Submission> submissions = propose.transactions().stream()
                .map(AcceptedTransaction::submission)
                .toList();
        EndorserNode peer = peer(propose.member());
        boolean[] answered = {false};
        around.ledger()
                .network()
                .<Checked>call(
                        this,
                        memory().life(),
                        peer,
                        answer -> answer.accept(peer.propose(submissions, propose.order())),
                        checked -> {
                            answered[0] = true;
                            on(new GatherEvent.Checked(
                                    propose.proposal(), propose.member(), checked.refusals(), checked.share()));
                        });
        memory().life().after(ANSWER_MICROS, () -> {
            if (!answered[0]) {
                on(new GatherEvent.CheckFailed(propose.proposal(), propose.member(), true));
            }
        });
    }

    private record Checked(List<Integer> refusals, Optional<Bytes> share) {}

    /// For a peer: with its share over all of them where it refuses none.
    private Checked propose(List<Submission> submissions, Optional<ShareOrder> order) {
        List<Integer> refusals = check(submissions);
        boolean all = refusals.stream().allMatch(number -> number == 0);
        return new Checked(refusals, all ? order.flatMap(this::share) : Optional.empty());
    }

    private EndorserNode peer(int member) {
        return around.peers().get(member - 1);
    }

    /// For a peer: 0 or the reason's number for each; what is accepted is on the disk before the answer leaves.
    private List<Integer> check(List<Submission> submissions) {
        List<AcceptedTransaction> accepted = new ArrayList<>();
        List<Integer> refusals = new ArrayList<>();
        for (Verdict verdict : verdicts(submissions)) {
            switch (verdict) {
                case Verdict.Accepted(AcceptedTransaction transaction) -> {
                    accepted.add(transaction);
                    refusals.add(0);
                }
                case Verdict.Refused(TransactionId _, RefusalReason reason) -> refusals.add(reason.number());
                case Verdict.Ahead _ -> refusals.add(RefusalReason.REGISTRATION_NOT_CURRENT.number());
            }
        }
        hold(accepted);
        return refusals;
    }

    private void askShare(GatherEffect.AskShare ask) {
        if (ask.member() == self) {
            shareCame(ask, share(ask.order()));
            return;
        }
        EndorserNode peer = peer(ask.member());
        around.ledger()
                .network()
                .<Optional<Bytes>>call(
                        this,
                        memory().life(),
                        peer,
                        answer -> answer.accept(peer.share(ask.order())),
                        given -> shareCame(ask, given));
    }

    private void shareCame(GatherEffect.AskShare ask, Optional<Bytes> given) {
        tell(given.<GatherEvent>map(it -> new GatherEvent.ShareGiven(ask.bundle(), ask.member(), it))
                .orElseGet(() -> new GatherEvent.ShareFailed(ask.bundle(), ask.member(), false)));
    }

    /// Empty when this endorser does not sign that.
    private Optional<Bytes> share(ShareOrder order) {
        Optional<List<AcceptedTransaction>> rebuilt = memory().store().all(order.ids());
        if (rebuilt.isPresent()
                && endorser.consent(order, rebuilt.get(), context()) instanceof Endorser.Consent.Given given) {
            around.ledger().watch().signed(name(), height(), order.namespace(), order.keyEpoch());
            return shareOf(given.group()).map(held -> signature(held, given.message()));
        }
        return Optional.empty();
    }

    private Bytes signature(KeyShare held, byte[] message) {
        byte[] signature =
                ThresholdBls.signShare(held, message).signature().bytes().toArray();
        return Bytes.of(habits.share(signature));
    }

    private void combine(GatherEffect.Combine combine) {
        GroupKey.Combined combined = around.combiner().combine(combine.group(), combine.order(), combine.shares());
        tell(
                switch (habits.combined(combined, combine.shares())) {
                    case GroupKey.Combined.Signature(Bytes signature) ->
                        new GatherEvent.Combined(combine.bundle(), signature);
                    case GroupKey.Combined.Blamed(var members) -> new GatherEvent.BadShares(combine.bundle(), members);
                    case GroupKey.Combined.Spoiled(var suspects) -> new GatherEvent.Spoiled(combine.bundle(), suspects);
                });
    }

    private void publish(GatherEffect.Publish publish) {
        Bundle bundle = publish.bundle();
        int[] missing = {memory().topics().size()};
        byte[] encoded = bundle.encode();
        memory().topics()
                .values()
                .forEach(topic -> topic.write(encoded, _ -> {
                    if (--missing[0] == 0) {
                        on(new GatherEvent.Published(publish.number()));
                    }
                }));
    }

    private void submitTo(int party, EndorsedBundle bundle) {
        PartyNode router = around.ledger().parties().get(party);
        byte[] encoded = bundle.encoded().toArray();
        around.ledger().network().send(this, router, () -> router.submit(encoded, self));
    }

    // ---- for the judge

    /// Transactions that it would have after a power cut.
    public Set<TransactionId> durable() {
        return EndorserStore.durable(log);
    }
}
