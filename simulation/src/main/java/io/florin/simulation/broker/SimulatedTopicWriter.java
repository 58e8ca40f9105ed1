package io.florin.simulation.broker;

import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/// Writes records to a topic in their order: each one again until the broker says that it has it.
public final class SimulatedTopicWriter {
    private static final long AGAIN_MICROS = 300_000;

    private final Node node;
    private final Life life;
    private final SimulatedNetwork network;
    private final Broker broker;
    private final String topic;
    private final ArrayDeque<Unwritten> queue = new ArrayDeque<>();
    private long number;

    private record Unwritten(long number, byte[] value, LongConsumer written) {}

    public SimulatedTopicWriter(Node node, Life life, SimulatedNetwork network, Broker broker, String topic) {
        this.node = node;
        this.life = life;
        this.network = network;
        this.broker = broker;
        this.topic = topic;
    }

    /// @param written told the offset
    public void write(byte[] value, LongConsumer written) {
        queue.add(new Unwritten(++number, value, written));
        if (queue.size() == 1) {
            send(number);
        }
    }

    private void send(long which) {
        Unwritten first = queue.peek();
        if (first == null || first.number() != which) {
            return;
        }
        network.<Long>call(node, life, broker, answer -> answer.accept(broker.append(topic, first.value())), offset -> {
            if (queue.peek() == first) {
                queue.remove();
                first.written().accept(offset);
                Unwritten next = queue.peek();
                if (next != null) {
                    send(next.number());
                }
            }
        });
        life.after(AGAIN_MICROS, () -> send(which));
    }
}
