package io.florin.committer.coordinator;

import io.florin.committer.protocol.BlockVerdicts;
import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEffect.Complete;
import io.florin.committer.protocol.CoordinatorEffect.Settle;
import io.florin.committer.protocol.CoordinatorEffect.Tell;
import io.florin.committer.protocol.CoordinatorEffect.Verify;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.CoordinatorEvent.Applied;
import io.florin.committer.protocol.CoordinatorEvent.BlockTaken;
import io.florin.committer.protocol.CoordinatorEvent.ClaimsFound;
import io.florin.committer.protocol.CoordinatorEvent.CountersFound;
import io.florin.committer.protocol.CoordinatorEvent.Logged;
import io.florin.committer.protocol.CoordinatorEvent.Verified;
import io.florin.committer.protocol.CoordinatorEvent.Voted;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.KeyWrite;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Runs the commit protocol over the pending blocks. A block's way:
///
/// 1. *taken*: its stateless checks are ordered; blocks are checked side by side.
/// 2. *verified*: in block order, ids already taken in the window make duplicates; the shards are asked about the rest,
/// and for the values of counters.
/// 3. *claims known*: in block order, transactions enter the [DependencyGraph]. Those without a fate of their own wait
///    for others, follow from others, or start: they join a [PrepareBatch] on which the shards vote.
/// 4. *decided*: a verdict follows from the votes, or from another verdict without a vote, and from the
///    [CounterBounds] where it adds to counters: reads first, as the oracle asks. All verdicts of one event go to the
///    decision log as one record.
/// 5. *durable*: shards learn the verdicts; transactions that waited for them start.
/// 6. *settled*: all verdicts are durable; in block order, the shards apply the block. *Applied* by all, it is
/// complete.
///
/// What holds (protocol decisions 17 to 19): a verdict depends on blocks and configuration only, whatever the order of
/// events; nothing starts before the verdicts it depends on are durable; verdicts that follow from one another stand in
/// one log record or in the order of their dependence, so every prefix of the log is closed; nothing is applied before
/// all verdicts of its block are durable. After a crash the coordinator starts at the last complete block with what the
/// log says on later ones; what the log does not say is validated again.
///
/// Cost for each transaction: one claim look-up, a graph entry, one check for each read in the state, 5 bytes of log,
/// and a share of one log record per batch; no allocation per key beyond its graph list. Owned by one thread.
public final class Coordinator {

    /// Starting point of the coordinator.
    ///
    /// @param lastComplete number of the last complete block
    /// @param lastApplied number of the last block that some shard has applied; all its verdicts are in the log
    /// @param configuration in force after the last complete block
    /// @param lastSequence of the decision log
    /// @param logged verdicts of later blocks by block number
    public record Start(
            long lastComplete,
            long lastApplied,
            NetworkConfiguration configuration,
            long lastSequence,
            SortedMap<Long, LoggedBlock> logged) {}

    /// A log record on its way to the disk and what its durability brings about.
    private record LogRecord(long sequence, List<PrepareBatch> batches, Map<PendingBlock, Integer> verdicts) {}

    private final ShardMap map;
    private final DependencyGraph graph = new DependencyGraph();
    private final CounterBounds bounds = new CounterBounds();
    /// Batches of one transaction each whose reads are good and whose bounds are open.
    private final Map<PendingTransaction, PrepareBatch> agreed = new HashMap<>();
    private final NavigableMap<Long, PendingBlock> blocks = new TreeMap<>();
    private final Map<Long, LoggedBlock> logged;
    private final long lastApplied;
    private final Set<TransactionId> claims = new HashSet<>();
    private final Map<Long, PrepareBatch> batches = new HashMap<>();
    private final ArrayDeque<LogRecord> records = new ArrayDeque<>();
    private final NavigableMap<Long, List<PendingTransaction>> parked = new TreeMap<>();
    private NetworkConfiguration configuration;
    private long lastTaken;
    private long lastAsked;
    private long lastInserted;
    private long lastSettled;
    private long lastSequence;
    private long durableSequence;
    private long lastBatch;

    // gathered while one event is handled
    private List<CoordinatorEffect> effects = new ArrayList<>();
    private List<PendingTransaction> starting = new ArrayList<>();
    private List<PrepareBatch> decidedBatches = new ArrayList<>();
    private final Set<PendingBlock> touched = new LinkedHashSet<>();
    private final ArrayDeque<PendingTransaction> clear = new ArrayDeque<>();

    public Coordinator(ShardMap map, Start start) {
        this.map = map;
        this.configuration = start.configuration();
        this.logged = new HashMap<>(start.logged().tailMap(start.lastComplete() + 1));
        this.lastApplied = start.lastApplied();
        this.lastTaken = start.lastComplete();
        this.lastAsked = start.lastComplete();
        this.lastInserted = start.lastComplete();
        this.lastSettled = start.lastComplete();
        this.lastSequence = start.lastSequence();
        this.durableSequence = start.lastSequence();
    }

    public List<CoordinatorEffect> on(CoordinatorEvent event) {
        effects = new ArrayList<>();
        starting = new ArrayList<>();
        decidedBatches = new ArrayList<>();
        switch (event) {
            case BlockTaken taken -> take(taken);
            case Verified verified -> verified(verified);
            case ClaimsFound found -> {
                pending(found.block()).answered(found.shard(), found.claimed());
                insertReady();
            }
            case CountersFound found -> {
                found.values().forEach(counter -> bounds.found(counter.counter(), counter.value(), found.asOf()));
                pending(found.block()).answeredCounters();
                insertReady();
            }
            case Voted voted -> voted(voted);
            case Logged done -> durable(done.sequence());
            case Applied applied -> applied(applied);
        }
        append();
        settleReady();
        prepare();
        return effects;
    }

    private void take(BlockTaken taken) {
        long number = taken.block().number();
        Invariant.check(number == lastTaken + 1, "block " + number + " taken after " + lastTaken);
        Invariant.check(
                taken.block().configuration().version() == configuration.version(),
                "block " + number + " taken under a configuration that is not in force");
        lastTaken = number;
        blocks.put(number, new PendingBlock(taken.block(), Optional.ofNullable(logged.remove(number))));
        effects.add(new Verify(taken.block()));
    }

    private void verified(Verified verified) {
        pending(verified.block().number()).verified(verified.block());
        while (blocks.containsKey(lastAsked + 1) && pending(lastAsked + 1).isVerified()) {
            lastAsked++;
            ask(pending(lastAsked));
        }
        insertReady();
    }

    private PendingBlock pending(long number) {
        PendingBlock block = blocks.get(number);
        if (block == null) {
            throw new Invariant.Broken("block " + number + " is not pending");
        }
        return block;
    }

    // step 2: who claimed the ids?

    private void ask(PendingBlock block) {
        List<List<Integer>> asked = block.ask(map.shards());
        List<List<TransactionId>> questions = new ArrayList<>();
        for (int shard = 0; shard < map.shards(); shard++) {
            questions.add(new ArrayList<>());
        }
        for (int index = 0; index < block.size(); index++) {
            VerifiedTransaction transaction = block.transaction(index);
            if (!transaction.mayClaim()) {
                continue;
            }
            SettlementTransaction settlement = transaction.transaction().orElseThrow();
            settlement.adds().forEach(add -> block.addCounter(add.counter()));
            TransactionId id = settlement.id();
            Optional<TransactionStatus> known = block.logged(index);
            if (known.isPresent()) {
                takeLoggedClaim(block, index, id, known.get());
            } else if (!claims.add(id)) {
                block.markDuplicate(index);
            } else {
                block.addClaim(id);
                questions.get(map.of(id)).add(id);
                asked.get(map.of(id)).add(index);
            }
        }
        int questionsSent = 0;
        for (int shard = 0; shard < map.shards(); shard++) {
            if (!questions.get(shard).isEmpty()) {
                questionsSent++;
                effects.add(new Tell(shard, new ShardCommand.FindClaims(block.number(), questions.get(shard))));
            }
        }
        block.expectAnswers(questionsSent + askForCounters(block));
    }

    /// @return number of shards that are asked
    private int askForCounters(PendingBlock block) {
        List<StateKey> unknown = bounds.pending(block.counters());
        int questionsSent = 0;
        for (int shard = 0; shard < map.shards() && !unknown.isEmpty(); shard++) {
            int asked = shard;
            List<StateKey> question =
                    unknown.stream().filter(counter -> map.of(counter) == asked).toList();
            if (!question.isEmpty()) {
                questionsSent++;
                effects.add(new Tell(shard, new ShardCommand.FindCounters(block.number(), question)));
            }
        }
        return questionsSent;
    }

    private void takeLoggedClaim(PendingBlock block, int index, TransactionId id, TransactionStatus known) {
        if (known == TransactionStatus.REJECTED_DUPLICATE_TX_ID) {
            block.markDuplicate(index);
        } else {
            Invariant.check(known.claimsId() && claims.add(id), "the decision log contradicts the claims");
            block.addClaim(id);
        }
    }

    // step 3: into the graph

    private void insertReady() {
        while (lastInserted < lastAsked && pending(lastInserted + 1).knowsClaims()) {
            lastInserted++;
            insert(pending(lastInserted));
        }
    }

    private void insert(PendingBlock block) {
        touched.add(block);
        for (int index = 0; index < block.size(); index++) {
            VerifiedTransaction transaction = block.transaction(index);
            Optional<TransactionStatus> fate = transaction.mayClaim() && block.isDuplicate(index)
                    ? Optional.of(TransactionStatus.REJECTED_DUPLICATE_TX_ID)
                    : transaction.fate();
            Optional<TransactionStatus> known = block.logged(index);
            Invariant.check(
                    known.isPresent() || block.number() > lastApplied,
                    "a block was applied whose verdicts are not all in the decision log");
            if (known.isPresent()) {
                restore(block, index, fate, known.get());
            } else if (fate.isPresent()) {
                block.decide(index, fate.get());
            } else {
                PendingTransaction node = node(block, index);
                graph.insert(node);
                bounds.insert(node);
                clear.add(node);
                followAll();
            }
        }
    }

    private static PendingTransaction node(PendingBlock block, int index) {
        VerifiedTransaction transaction = block.transaction(index);
        return new PendingTransaction(block, index, transaction.transaction().orElseThrow(), transaction.writeKeys());
    }

    private void restore(PendingBlock block, int index, Optional<TransactionStatus> fate, TransactionStatus known) {
        boolean possible = fate.map(known::equals)
                .orElse(known == TransactionStatus.COMMITTED
                        || known == TransactionStatus.ABORTED_READ_CONFLICT
                        || known == TransactionStatus.ABORTED_BOUND_EXCEEDED);
        Invariant.check(possible, "the decision log contradicts block " + block.number() + " at " + index);
        block.restore(index, known);
        if (known.isCommitted()) {
            PendingTransaction node = node(block, index);
            node.decide(true, durableSequence);
            graph.insertCommitted(node);
            bounds.insertCommitted(node);
            block.addCommitted(node);
        }
    }

    /// Does what the outlook of nodes that are clear says, and then what follows from that for others.
    private void followAll() {
        while (!clear.isEmpty()) {
            PendingTransaction next = clear.poll();
            if (next.isDecided()) {
                continue;
            }
            switch (graph.outlook(next)) {
                case WAITING -> {}
                case DEAD -> decide(next, TransactionStatus.ABORTED_READ_CONFLICT);
                case CHAINED -> decideByBounds(next);
                case IN_STATE -> {
                    if (next.isAgreed()) {
                        decideByBounds(next);
                    } else if (next.start()) {
                        start(next);
                    }
                }
            }
        }
    }

    /// Decides on a transaction whose reads are good, unless its bounds are open: then it comes again.
    private void decideByBounds(PendingTransaction node) {
        switch (node.bounds()) {
            case HOLD -> decide(node, TransactionStatus.COMMITTED);
            case BREAK -> decide(node, TransactionStatus.ABORTED_BOUND_EXCEEDED);
            case OPEN -> {}
        }
    }

    private void start(PendingTransaction node) {
        if (node.startsAfter() <= durableSequence) {
            starting.add(node);
        } else {
            parked.computeIfAbsent(node.startsAfter(), _ -> new ArrayList<>()).add(node);
        }
    }

    // step 4: decided

    private void voted(Voted voted) {
        PrepareBatch batch = batches.get(voted.batch());
        if (batch == null) {
            throw new Invariant.Broken("a vote on an unknown batch");
        }
        if (!batch.vote(voted.shard(), voted.refused())) {
            return;
        }
        batches.remove(batch.id());
        for (int member = 0; member < batch.members().size(); member++) {
            PendingTransaction node = batch.members().get(member);
            if (batch.isRefused(member)) {
                decide(node, TransactionStatus.ABORTED_READ_CONFLICT);
            } else {
                node.agree();
                decideByBounds(node);
                if (node.isDecided() && !node.isCommitted()) {
                    batch.abort(member);
                }
            }
            followAll();
        }
        PendingTransaction last = batch.members().getLast();
        if (last.isDecided()) {
            decidedBatches.add(batch);
        } else {
            Invariant.check(batch.members().size() == 1, "a bound opened again");
            agreed.put(last, batch);
        }
    }

    /// Notes the verdict for the record that this event will append, and queues the nodes it clears.
    private void decide(PendingTransaction node, TransactionStatus status) {
        node.decide(status.isCommitted(), lastSequence + 1);
        node.block().decide(node.index(), status);
        touched.add(node.block());
        if (status.isCommitted()) {
            node.block().addCommitted(node);
        }
        clear.addAll(graph.decided(node));
        if (node.addsToCounters()) {
            clear.addAll(bounds.decided(node));
            endAgreed(node);
        }
    }

    private void endAgreed(PendingTransaction node) {
        PrepareBatch batch = agreed.remove(node);
        if (batch != null) {
            if (!node.isCommitted()) {
                batch.abort(0);
            }
            decidedBatches.add(batch);
        }
    }

    private void append() {
        List<BlockVerdicts> verdicts = new ArrayList<>();
        Map<PendingBlock, Integer> counts = new HashMap<>();
        for (PendingBlock block : touched) {
            if (block.hasUndurable()) {
                BlockVerdicts of =
                        new BlockVerdicts(block.number(), block.source().headerHash(), block.takeUndurable());
                verdicts.add(of);
                counts.put(block, of.verdicts().size());
            }
        }
        touched.clear();
        if (!verdicts.isEmpty()) {
            lastSequence++;
            records.add(new LogRecord(lastSequence, decidedBatches, counts));
            effects.add(new Append(lastSequence, verdicts));
        }
    }

    // step 5: durable

    private void durable(long sequence) {
        Invariant.check(sequence <= lastSequence, "a log record nobody wrote is durable");
        durableSequence = Math.max(durableSequence, sequence);
        graph.durable(durableSequence);
        while (!records.isEmpty() && records.peek().sequence() <= durableSequence) {
            LogRecord done = records.poll();
            done.batches().forEach(this::tellVerdicts);
            done.verdicts().forEach(PendingBlock::addDurable);
        }
        while (!parked.isEmpty() && parked.firstKey() <= durableSequence) {
            starting.addAll(parked.pollFirstEntry().getValue());
        }
    }

    private void tellVerdicts(PrepareBatch batch) {
        for (int shard = 0; shard < map.shards(); shard++) {
            if (!batch.checks(shard).isEmpty()) {
                effects.add(new Tell(shard, new ShardCommand.Decide(batch.id(), batch.committed(shard))));
            }
        }
    }

    /// One whose bounds are open has a batch of its own: the keys of the others must not be held until they are not.
    private void prepare() {
        List<PendingTransaction> together = new ArrayList<>(starting.size());
        for (PendingTransaction node : starting) {
            if (node.bounds() == CounterBounds.Outlook.OPEN) {
                prepare(List.of(node));
            } else {
                together.add(node);
            }
        }
        if (!together.isEmpty()) {
            prepare(together);
        }
    }

    private void prepare(List<PendingTransaction> nodes) {
        PrepareBatch batch = new PrepareBatch(++lastBatch, nodes, map);
        batches.put(batch.id(), batch);
        for (int shard = 0; shard < map.shards(); shard++) {
            if (!batch.checks(shard).isEmpty()) {
                effects.add(new Tell(shard, new ShardCommand.Prepare(batch.id(), batch.checks(shard))));
            }
        }
    }

    // step 6: settled and applied

    private void settleReady() {
        while (lastSettled < lastInserted && pending(lastSettled + 1).isSettled()) {
            lastSettled++;
            settle(pending(lastSettled));
        }
    }

    private void settle(PendingBlock block) {
        List<TransactionStatus> statuses = block.statuses();
        List<List<KeyWrite>> writes = new ArrayList<>();
        List<List<Claim>> claimsByShard = new ArrayList<>();
        Map<StateKey, Long> additions = new LinkedHashMap<>();
        for (int shard = 0; shard < map.shards(); shard++) {
            writes.add(new ArrayList<>());
            claimsByShard.add(new ArrayList<>());
        }
        for (int index = 0; index < block.size(); index++) {
            TransactionStatus status = statuses.get(index);
            if (status.claimsId()) {
                VerifiedTransaction transaction = block.transaction(index);
                SettlementTransaction settlement = transaction.transaction().orElseThrow();
                claimsByShard
                        .get(map.of(settlement.id()))
                        .add(new Claim(settlement.id(), block.number(), index, status));
                if (status.isCommitted()) {
                    addWrites(settlement, transaction, writes);
                    settlement.adds().forEach(add -> additions.merge(add.counter(), add.difference(), Long::sum));
                }
            }
        }
        block.applying(map.shards());
        for (int shard = 0; shard < map.shards(); shard++) {
            effects.add(new Tell(
                    shard,
                    new ShardCommand.Apply(
                            block.number(),
                            writes.get(shard),
                            claimsByShard.get(shard),
                            additionsOf(shard, additions))));
        }
        block.committed().forEach(graph::remove);
        block.claims().forEach(claims::remove);
        effects.add(new Settle(block.verified(), statuses, configuration));
    }

    private List<CounterValue> additionsOf(int shard, Map<StateKey, Long> additions) {
        if (additions.isEmpty()) {
            return List.of();
        }
        List<CounterValue> of = new ArrayList<>();
        additions.forEach((counter, difference) -> {
            if (map.of(counter) == shard) {
                of.add(new CounterValue(counter, difference));
            }
        });
        return of;
    }

    private void addWrites(
            SettlementTransaction settlement, VerifiedTransaction transaction, List<List<KeyWrite>> writes) {
        for (int i = 0; i < settlement.writes().size(); i++) {
            Write write = settlement.writes().get(i);
            var key = transaction.writeKeys().get(i);
            Optional<StoredValue> after = switch (write) {
                case Write.Spend _ -> Optional.empty();
                case Write.Put _, Write.Serial _, Write.HiddenOutput _ ->
                    write.after().map(value -> new StoredValue.StoredBytes(settlement.versionAfter(write), value));
                case Write.Output(int output, var token) ->
                    Optional.of(new StoredValue.StoredToken(new TokenReference(settlement.id(), output, token)));
            };
            writes.get(map.of(key)).add(new KeyWrite(key, after));
        }
        configuration = settlement.newConfiguration().orElse(configuration);
    }

    private void applied(Applied applied) {
        PendingBlock block = pending(applied.block());
        if (block.applied()) {
            blocks.remove(block.number());
            bounds.complete(block.counters());
            effects.add(new Complete(block.number()));
        }
    }

    /// Blocks taken and not complete.
    public int blocksPending() {
        return blocks.size();
    }

    /// Fatal edges found since the start.
    public long fatalEdges() {
        return graph.edges(Dependency.FATAL);
    }
}
