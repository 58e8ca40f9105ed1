package io.florin.simulation.broker;

import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Kafka as far as Florin relies on it: topics that keep what was acknowledged, in one order, and positions of readers.
/// It can be out of reach, full, or die before or after it has a record; it never forges, and it need not be believed.
public final class Broker extends Node {
    private final Map<String, List<byte[]>> topics = new TreeMap<>();
    private final Map<String, List<Waiting>> waiting = new TreeMap<>();
    private final Map<String, Long> positions = new TreeMap<>();

    /// A record with its place in the topic.
    public record Entry(long offset, byte[] value) {}

    private record Waiting(long offset, Consumer<Entry> reader) {}

    public Broker(World world) {
        super(world, "broker");
    }

    @Override
    protected void boot(Life begun) {
        // records are kept for good
    }

    @Override
    protected void forget() {
        waiting.clear();
    }

    /// @return the offset of the record, which is on the disk
    public long append(String topic, byte[] value) {
        disk().requireRoom();
        effect();
        List<byte[]> records = records(topic);
        records.add(value);
        effect();
        List<Waiting> readers = waiting.remove(topic);
        if (readers != null) {
            readers.forEach(reader -> read(topic, reader.offset(), reader.reader()));
        }
        return records.size() - 1L;
    }

    /// Answers as soon as the topic has the record.
    public void read(String topic, long offset, Consumer<Entry> reader) {
        List<byte[]> records = records(topic);
        if (offset < records.size()) {
            reader.accept(new Entry(offset, records.get((int) offset)));
        } else {
            waiting.computeIfAbsent(topic, _ -> new ArrayList<>()).add(new Waiting(offset, reader));
        }
    }

    /// Records of a topic.
    public List<byte[]> records(String topic) {
        return topics.computeIfAbsent(topic, _ -> new ArrayList<>());
    }

    public void commit(String reader, long position) {
        positions.merge(reader, position, Math::max);
    }

    public long position(String reader) {
        return positions.getOrDefault(reader, 0L);
    }
}
