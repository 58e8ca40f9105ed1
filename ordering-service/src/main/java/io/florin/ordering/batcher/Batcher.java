package io.florin.ordering.batcher;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.ConfigurationEntries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Packs bundles into batches: a batch is cut when enough bytes wait, when nothing of this party is under way and no
/// block, of whichever party, has come for a while, or when its oldest bundle has waited long enough; and only while a
/// lane is free. So a lone bundle does not wait. Under load all parties cut at the same time, a while after the last
/// block, and what they cut is decided together: each block costs a dozen forced writes and three dozen signatures
/// among the nodes of a network, however little it carries. That while is [#REST_TIMES] times as long as a batch of
/// this party took lately to become a block, within bounds: where blocks take long, because machines are busy, there
/// are fewer of them, and blocks have a fifth of the time, as long as the bounds allow. A lane is free again when
/// blocks carry all bundles of its batch. So batches grow under load, and no more than `lanes` of them are between this
/// party and the block store. A second bundle of the configuration namespace waits for the next batch, as [Batch] wants
/// it.
///
/// Owned by one thread.
public final class Batcher {

    /// A block's own time against the rest behind it.
    private static final int REST_TIMES = 4;

    /// The latest batch counts for a quarter of what batches took lately.
    private static final int SMOOTHING = 4;

    private final Limits limits;
    private final List<Lane> lanes = new ArrayList<>();
    private final Deque<Item> queue = new ArrayDeque<>();
    private long queuedBytes;
    private long lastBlockMillis = Long.MIN_VALUE / 2;
    private long tookMillis;

    /// @param lanes batches under way at most
    /// @param cutBytes a batch is cut when so many wait
    /// @param bytesMax of a batch; at least the longest bundle
    /// @param countMax bundles of a batch
    /// @param spacingMillis how long no block has come, at least, when a batch is cut without company
    /// @param waitMillis the longest wait for company
    public record Limits(int lanes, int cutBytes, int bytesMax, int countMax, long spacingMillis, long waitMillis) {}

    /// Bundles to be submitted as one batch.
    ///
    /// @param digests of the entries
    public record Cut(int lane, long sequence, List<Bytes> entries, Set<Bytes32> digests) {}

    private record Item(Bytes32 digest, Bytes bundle, long sinceMillis) {}

    private static final class Lane {
        private final Set<Bytes32> open = new HashSet<>();
        private long sequence;
        private long sinceMillis;
    }

    public Batcher(Limits limits) {
        this.limits = limits;
        for (int i = 0; i < limits.lanes(); i++) {
            lanes.add(new Lane());
        }
    }

    public void add(Bytes32 digest, Bytes bundle, long nowMillis) {
        queue.addLast(new Item(digest, bundle, nowMillis));
        queuedBytes += bundle.size();
    }

    /// The next batch, if one is due.
    ///
    /// @param isHeld whether a bundle still needs a block; others are left out
    public Optional<Cut> cut(long nowMillis, Predicate<Bytes32> isHeld) {
        while (!queue.isEmpty() && !isHeld.test(queue.getFirst().digest())) {
            queuedBytes -= queue.removeFirst().bundle().size();
        }
        boolean due = !queue.isEmpty()
                && (queuedBytes >= limits.cutBytes()
                        || queue.size() >= limits.countMax()
                        || underWay() == 0 && nowMillis - lastBlockMillis >= restMillis()
                        || nowMillis - queue.getFirst().sinceMillis() >= limits.waitMillis());
        if (!due) {
            return Optional.empty();
        }
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).open.isEmpty()) {
                return Optional.of(fill(i, nowMillis, isHeld));
            }
        }
        return Optional.empty();
    }

    /// Time without a block after which a batch is cut without company, in milliseconds.
    private long restMillis() {
        return Math.clamp(
                REST_TIMES * tookMillis, limits.spacingMillis(), Math.max(limits.spacingMillis(), limits.waitMillis()));
    }

    private Cut fill(int number, long nowMillis, Predicate<Bytes32> isHeld) {
        Lane lane = lanes.get(number);
        List<Bytes> entries = new ArrayList<>();
        long bytes = 0;
        int configurations = 0;
        lane.sinceMillis = nowMillis;
        while (!queue.isEmpty() && entries.size() < limits.countMax()) {
            Item item = queue.getFirst();
            if (!entries.isEmpty() && bytes + item.bundle().size() > limits.bytesMax()) {
                break;
            }
            configurations += ConfigurationEntries.isOne(item.bundle()) ? 1 : 0;
            if (configurations > Batch.CONFIGURATIONS_MAX) {
                break;
            }
            queue.removeFirst();
            queuedBytes -= item.bundle().size();
            if (isHeld.test(item.digest())) {
                entries.add(item.bundle());
                lane.open.add(item.digest());
                bytes += item.bundle().size();
            }
        }
        return new Cut(number, lane.sequence++, entries, Set.copyOf(lane.open));
    }

    /// A block carries these bundles.
    public void ordered(List<Bytes32> digests, long nowMillis) {
        lastBlockMillis = nowMillis;
        for (Lane lane : lanes) {
            if (!lane.open.isEmpty()) {
                digests.forEach(lane.open::remove);
                if (lane.open.isEmpty()) {
                    took(nowMillis - lane.sinceMillis);
                }
            }
        }
    }

    private void took(long millis) {
        tookMillis += (Math.max(0, millis) - tookMillis) / SMOOTHING;
    }

    /// Forgets all bundles; sequence numbers go on.
    public void startOver() {
        queue.clear();
        queuedBytes = 0;
        lanes.forEach(lane -> lane.open.clear());
    }

    /// Time since which the oldest batch under way waits for its blocks; negative when none does.
    public long oldestMillis() {
        return lanes.stream()
                .filter(lane -> !lane.open.isEmpty())
                .mapToLong(lane -> lane.sinceMillis)
                .min()
                .orElse(-1);
    }

    /// Bundles that wait for a lane.
    public int queued() {
        return queue.size();
    }

    public int underWay() {
        return (int) lanes.stream().filter(lane -> !lane.open.isEmpty()).count();
    }
}
