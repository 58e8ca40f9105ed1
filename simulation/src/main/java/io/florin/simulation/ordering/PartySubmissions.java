package io.florin.simulation.ordering;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.batcher.Batcher;
import io.florin.ordering.chain.ChainEvent;
import io.florin.ordering.intake.ReadingPosition;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.router.Router;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.broker.TopicReader;
import io.florin.simulation.world.Life;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Sends submissions to consensus while the gate is open: the real [Router], [Batcher] and [ReadingPosition], connected
/// as the service connects them.
final class PartySubmissions {
    private static final long TICK_MILLIS = 100;
    private static final long POSITION_MILLIS = 500;
    private static final long STEP_MILLIS = 500;
    private static final int LANES = 4;
    private static final Batcher.Limits LIMITS =
            new Batcher.Limits(LANES, 16 * 1024, Batch.ENTRIES_BYTES_MAX, 64, 20, 50);

    private final PartyNode node;
    private final Life life;
    private final OrderingSurroundings around;
    private final PartyBlocks blocks;
    private final Certificates certificates;
    private final Router router;
    private final Batcher batcher = new Batcher(LIMITS);
    private final long session;
    private Optional<Long> gate = Optional.empty();
    private ReadingPosition position = new ReadingPosition(0);

    PartySubmissions(
            PartyNode node,
            Life life,
            OrderingSurroundings around,
            Parties parties,
            PartyBlocks blocks,
            Certificates certificates) {
        this.node = node;
        this.life = life;
        this.around = around;
        this.blocks = blocks;
        this.certificates = certificates;
        this.router = new Router(parties, node.party(), STEP_MILLIS);
        this.session = node.restarts() + 1L;
    }

    static String topic(int party) {
        return "settlement.transactions." + party;
    }

    void start() {
        life.every(TICK_MILLIS, this::tick);
        life.every(POSITION_MILLIS, this::tellPosition);
        askPosition();
    }

    /// The broker remembers how far this party is done.
    private void askPosition() {
        boolean[] known = {false};
        around.network()
                .<Long>call(
                        node,
                        life,
                        around.broker(),
                        answer -> answer.accept(around.broker().position(node.name())),
                        done -> {
                            if (!known[0]) {
                                known[0] = true;
                                read(done);
                            }
                        });
        life.after(400_000, () -> {
            if (!known[0]) {
                known[0] = true;
                askPosition();
            }
        });
    }

    private void read(long done) {
        position = new ReadingPosition(done);
        new TopicReader(
                node, life, around.network(), around.broker(), topic(node.party()), position.restart(0), this::take);
    }

    private void take(Broker.Entry entry) {
        position.begin(entry.offset());
        if (!offer(entry.value(), 0, entry.offset())) {
            position.done(entry.offset());
        }
    }

    /// An endorser brings the bundle itself.
    void direct(byte[] bundle, int endorser) {
        offer(bundle, Offer.DIRECT, endorser);
    }

    private boolean offer(byte[] encoded, int partition, long offset) {
        try {
            Bundle bundle = Bundle.decode(encoded);
            Bytes32 digest = Bundle.digestOf(encoded);
            Offer offer = new Offer(Bytes.of(encoded), digest, bundle.root(), partition, offset);
            if (blocks.contains(digest)) {
                settled(offer);
            } else {
                router.offered(offer, now());
            }
            pump();
            return true;
        } catch (DecodeException malformed) {
            return false;
        }
    }

    private void settled(Offer offer) {
        if (!offer.isDirect()) {
            position.done(offer.offset());
        }
    }

    /// Blocks carry these.
    void stored(List<Bytes32> digests) {
        router.ordered(digests).forEach(this::settled);
        batcher.ordered(digests, now());
        pump();
    }

    void gateOpened(long view, Set<Integer> away) {
        router.away(away);
        startOver();
        gate = Optional.of(view);
        pump();
    }

    void gateClosed() {
        gate = Optional.empty();
        startOver();
    }

    private void startOver() {
        batcher.startOver();
        router.startOver(now());
    }

    private void tick() {
        router.away(node.away());
        node.on(new ChainEvent.Waiting(batcher.oldestMillis()));
        pump();
    }

    private void tellPosition() {
        long done = position.value();
        around.network().send(node, around.broker(), () -> around.broker().commit(node.name(), done));
    }

    private void pump() {
        if (gate.isEmpty()) {
            return;
        }
        router.due(now(), Batch.ENTRIES_MAX).forEach(due -> batcher.add(due.digest(), due.bundle(), now()));
        for (Optional<Batcher.Cut> cut = cut(); cut.isPresent(); cut = cut()) {
            Batch batch = new Batch(
                    node.party(),
                    gate.get(),
                    session,
                    cut.get().lane(),
                    cut.get().sequence(),
                    cut.get().entries(),
                    Bytes.EMPTY);
            node.submit(batch.signed(certificates));
        }
    }

    private Optional<Batcher.Cut> cut() {
        return batcher.cut(now(), router::isHeld);
    }

    private long now() {
        return node.clock().steadyMillis();
    }
}
