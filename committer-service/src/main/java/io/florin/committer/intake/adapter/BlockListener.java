package io.florin.committer.intake.adapter;

import io.florin.committer.intake.BlockIntake;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.HeadWatch;
import io.florin.runtime.chain.SourceTurns;
import io.florin.runtime.chain.SteadyClock;
import io.florin.runtime.chain.StoreFollower;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Intake with its edges: topics in Kafka, the parties' block stores over mutually authenticated TLS, and their heads.
/// Follows the parties whose stores are known; where none is, all parties, by their topics only.
public final class BlockListener implements AutoCloseable {

    private final IntakeLoop loop;
    private final HeadWatch heads;

    /// @param stores clients of the parties' internal ports
    public BlockListener(
            IntakeProperties properties,
            KafkaProperties kafka,
            Map<Integer, OrderingInternalApi> stores,
            BlockTaker taker,
            IntakeObserver observer,
            InstantSource clock,
            FaultHandler faults)
            throws InterruptedException {
        ChainTip tip = taker.awaitTip();
        loop = new IntakeLoop(
                new BlockIntake(tip, sources(tip, properties, stores), properties.timings()),
                taker,
                (source, fromNumber, receiver) -> switch (source.kind()) {
                    case TOPIC -> new TopicFollower(kafka, source.party(), this::nextNumber, receiver);
                    case STORE ->
                        new StoreFollower(
                                        "committer-intake-store",
                                        storeOf(stores, source),
                                        fromNumber,
                                        properties.pollEvery(),
                                        receiver)
                                .start();
                },
                observer,
                properties.tick(),
                SteadyClock.from(clock),
                faults);
        heads = new HeadWatch("committer-head", stores, properties.headEvery(), loop::headSeen);
    }

    public void start() {
        loop.start();
        heads.start();
    }

    private static List<BlockSource> sources(
            ChainTip tip, IntakeProperties properties, Map<Integer, OrderingInternalApi> stores) {
        List<Integer> parties = tip.configuration().ordering().parties().stream()
                .map(NetworkConfiguration.Party::id)
                .filter(party -> stores.isEmpty() || stores.containsKey(party))
                .toList();
        return SourceTurns.of(parties, properties.party()).stream()
                .filter(source -> source.kind() == BlockSource.Kind.TOPIC || !stores.isEmpty())
                .toList();
    }

    private static OrderingInternalApi storeOf(Map<Integer, OrderingInternalApi> stores, BlockSource source) {
        OrderingInternalApi store = stores.get(source.party());
        if (store == null) {
            throw new IllegalStateException("no store of party " + source.party());
        }
        return store;
    }

    private long nextNumber() {
        return loop.nextNumber();
    }

    /// The source that is followed now.
    public BlockSource followed() {
        return loop.followed();
    }

    /// The highest block number that a party claims whose word counts.
    public long claimedHead() {
        return loop.claimedHead();
    }

    /// Parties that answered lately.
    public int answering() {
        return heads.answering();
    }

    @Override
    public void close() {
        heads.close();
        loop.close();
    }
}
