package io.florin.simulation.committer;

import io.florin.committer.intake.BlockIntake;
import io.florin.committer.intake.IntakeEffect;
import io.florin.committer.intake.IntakeEffect.Accept;
import io.florin.committer.intake.IntakeEffect.Follow;
import io.florin.committer.intake.IntakeEffect.Refused;
import io.florin.committer.intake.IntakeEffect.Switched;
import io.florin.committer.intake.IntakeEvent;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.ConfigurationBarrier;
import io.florin.ledger.block.ChainTip;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.SourceTimings;
import io.florin.runtime.chain.SourceTurns;
import io.florin.simulation.broker.TopicReader;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.Life;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/// Follows one party's topic or store: the real [BlockIntake], which waits while the engine is full. That time does not
/// count against the source.
final class CommitterIntake {
    static final SourceTimings TIMINGS = new SourceTimings(2_000, 8, 3_000, 4_000, 30_000, 200, 2_000);

    private static final long TICK_MILLIS = 250;
    private static final long HEADS_MILLIS = 1_000;
    private static final long POLL_MICROS = 200_000;

    private final CommitterNode node;
    private final Life life;
    private final CommitterSurroundings around;
    private final CommitterEngineLoop engine;
    private final ArrayDeque<IntakeEvent> mail = new ArrayDeque<>();
    private final ArrayDeque<IntakeEffect> undone = new ArrayDeque<>();
    private BlockIntake intake;
    private boolean running;
    private boolean working;
    private boolean configuring;
    private long following;
    private Optional<TopicReader> reader = Optional.empty();
    private long busySinceMillis = -1;
    private long busyMillis;

    CommitterIntake(
            CommitterNode node, Life life, CommitterSurroundings around, ChainTip tip, CommitterEngineLoop engine) {
        this.node = node;
        this.life = life;
        this.around = around;
        this.engine = engine;
        this.intake = of(tip);
    }

    private BlockIntake of(ChainTip tip) {
        List<Integer> parties = around.parties().stream().map(PartyNode::party).toList();
        return new BlockIntake(tip, SourceTurns.of(parties, node.place() % parties.size()), TIMINGS);
    }

    boolean isRunning() {
        return running;
    }

    void start(ChainTip tip) {
        running = true;
        intake = of(tip);
        life.every(TICK_MILLIS, this::tick);
        life.every(HEADS_MILLIS, this::askHeads);
    }

    private void tick() {
        if (mail.stream().noneMatch(event -> event instanceof IntakeEvent.Tick)) {
            offer(new IntakeEvent.Tick(node.clock().steadyMillis() - busyMillis));
        }
    }

    private void offer(IntakeEvent event) {
        mail.add(event);
        goOn();
    }

    /// Does what can be done now.
    void goOn() {
        if (working || !running) {
            return;
        }
        working = true;
        while (mayGoOn()) {
            if (undone.isEmpty()) {
                undone.addAll(intake.on(mail.remove()));
            } else {
                carryOut(undone.remove());
            }
        }
        measureBusy();
        working = false;
    }

    /// A block waits for room in the engine; after one that may change the configuration, everything does.
    private boolean mayGoOn() {
        if (configuring && engine.knowsConfiguration()) {
            configuring = false;
            intake.configured(engine.tip().configuration());
        }
        boolean full = undone.peek() instanceof Accept && !engine.hasRoom();
        return !configuring && !full && (!undone.isEmpty() || !mail.isEmpty());
    }

    private void measureBusy() {
        long now = node.clock().steadyMillis();
        if (busySinceMillis >= 0) {
            busyMillis += now - busySinceMillis;
        }
        busySinceMillis = undone.isEmpty() && !configuring ? -1 : now;
    }

    private void carryOut(IntakeEffect effect) {
        node.beforeEffect();
        switch (effect) {
            case Accept(CheckedBlock block) -> accept(block);
            case Follow follow -> follow(follow);
            case Refused(BlockSource source, var flaw) ->
                around.watch().refused(node.place(), source + " gave " + flaw);
            case Switched _ -> stopFollowing();
        }
    }

    private void accept(CheckedBlock block) {
        engine.take(block);
        configuring = ConfigurationBarrier.isRaisedBy(block.block());
    }

    private void stopFollowing() {
        following++;
        reader.ifPresent(TopicReader::close);
        reader = Optional.empty();
    }

    private void follow(Follow follow) {
        stopFollowing();
        switch (follow.source().kind()) {
            case TOPIC -> followTopic(follow);
            case STORE -> askStore(follow, follow.fromNumber(), following);
        }
    }

    private void followTopic(Follow follow) {
        String topic = "settlement.blocks." + follow.source().party();
        int from = placeOf(topic, follow.fromNumber());
        reader = Optional.of(new TopicReader(
                node,
                life,
                around.network(),
                around.broker(),
                topic,
                from,
                entry -> offer(new IntakeEvent.Arrived(follow.attempt(), entry.value()))));
    }

    /// Place of the block in the topic, or the topic's end: found by looking into it, which takes no time here.
    private int placeOf(String topic, long number) {
        List<byte[]> records = around.broker().records(topic);
        for (int place = 0; place < records.size(); place++) {
            Optional<Long> found = BlockNumbers.of(records.get(place));
            if (found.isPresent() && found.get() >= number) {
                return place;
            }
        }
        return records.size();
    }

    private void askStore(Follow follow, long number, long which) {
        if (which != following) {
            return;
        }
        PartyNode party = around.parties().get(follow.source().party());
        boolean[] answered = {false};
        around.network()
                .<Optional<byte[]>>call(node, life, party, answer -> answer.accept(party.block(number)), block -> {
                    if (!answered[0] && block.isPresent() && which == following) {
                        answered[0] = true;
                        offer(new IntakeEvent.Arrived(follow.attempt(), block.get()));
                        askStore(follow, number + 1, which);
                    }
                });
        life.after(POLL_MICROS, () -> {
            if (!answered[0]) {
                answered[0] = true;
                askStore(follow, number, which);
            }
        });
    }

    private void askHeads() {
        for (PartyNode party : around.parties()) {
            around.network()
                    .<Long>call(
                            node,
                            life,
                            party,
                            answer -> answer.accept(party.saidHead()),
                            head -> offer(new IntakeEvent.HeadSeen(party.party(), head)));
        }
    }

    String describe() {
        return "intake at " + intake.tip().number() + " of " + intake.followed();
    }
}
