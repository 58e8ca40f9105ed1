package io.florin.simulation.broker;

import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import java.util.function.Consumer;

/// Reads a topic from a place on, one record after the other, and asks again when no answer comes.
public final class TopicReader {
    private static final long AGAIN_MICROS = 400_000;

    private final Node node;
    private final Life life;
    private final SimulatedNetwork network;
    private final Broker broker;
    private final String topic;
    private final Consumer<Broker.Entry> receiver;
    private long next;
    private boolean closed;

    /// @param receiver takes each record once
    public TopicReader(
            Node node,
            Life life,
            SimulatedNetwork network,
            Broker broker,
            String topic,
            long from,
            Consumer<Broker.Entry> receiver) {
        this.node = node;
        this.life = life;
        this.network = network;
        this.broker = broker;
        this.topic = topic;
        this.next = from;
        this.receiver = receiver;
        ask(from);
    }

    private void ask(long offset) {
        if (closed || next != offset) {
            return;
        }
        network.<Broker.Entry>call(node, life, broker, answer -> broker.read(topic, offset, answer), this::answered);
        life.after(AGAIN_MICROS, () -> ask(offset));
    }

    private void answered(Broker.Entry entry) {
        if (!closed && entry.offset() == next) {
            next++;
            receiver.accept(entry);
            ask(next);
        }
    }

    public void close() {
        closed = true;
    }
}
