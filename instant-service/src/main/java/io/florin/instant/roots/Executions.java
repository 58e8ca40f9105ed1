package io.florin.instant.roots;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Executions of orders, as far as they are known here: the orders of this shard's senders, and those that others name
/// in their windows and that are lacking here. An order that 2F + 1 authorities executed is final.
///
/// A liar may name orders that do not exist. What is lacking is therefore bounded for each authority, and a window that
/// exceeds the bound is not taken.
///
/// An order of a void sequence is *dead*. Who executed it has named it in a window, perhaps, and others look for it:
/// they get its certificate all the same, see that its sequence is void, and look no more.
///
/// @param <C> a certificate of this kind of orders
public final class Executions<C> {

    public static final int LACKING_MAX = 1 << 16;

    private final int self;
    private final int quorum;
    private final Map<Bytes32, Execution<C>> executed = new HashMap<>();
    private final NavigableMap<Bytes32, Lacking> lacking = new TreeMap<>();
    private final Map<Bytes32, C> dead = new HashMap<>();
    private final int[] lackingOf = new int[Integer.SIZE];

    /// An order that is executed here.
    public static final class Execution<C> {
        private final C certificate;
        private int authorities;
        private boolean isFinal;

        private Execution(C certificate, int authorities) {
            this.certificate = certificate;
            this.authorities = authorities;
        }

        public C certificate() {
            return certificate;
        }
    }

    /// An order that others executed.
    ///
    /// @param authorities one bit for each
    /// @param sinceTry the number of the try before which it was first heard of
    private record Lacking(int authorities, long sinceTry) {}

    /// An order to fetch, and one who has it.
    public record Wanted(Bytes32 orderId, int authority) {}

    /// @param self the authority here
    /// @param quorum authorities that make an order final
    public Executions(int self, int quorum) {
        this.self = self;
        this.quorum = quorum;
    }

    public Optional<Execution<C>> find(Bytes32 orderId) {
        return Optional.ofNullable(executed.get(orderId));
    }

    /// For whoever asks, of an order that is executed or dead.
    public Optional<C> certificate(Bytes32 orderId) {
        return find(orderId).map(Execution::certificate).or(() -> Optional.ofNullable(dead.get(orderId)));
    }

    /// Orders that are executed here.
    public int count() {
        return executed.size();
    }

    /// A hash over the ids of the orders that are executed here, whoever else executed them.
    public Bytes32 hashOfIds() {
        CanonicalWriter writer = new CanonicalWriter(Bytes32.SIZE * executed.size());
        new TreeSet<>(executed.keySet()).forEach(writer::fixed);
        return Sha256.hash(writer.toByteArray());
    }

    public boolean isLacking(Bytes32 orderId) {
        return lacking.containsKey(orderId);
    }

    /// Its sequence is void: an execution of it here is taken back.
    public void died(Bytes32 id, C certificate) {
        Execution<C> execution = executed.remove(id);
        Invariant.check(execution == null || !execution.isFinal, "a final payment is never taken back");
        forgetLacking(id);
        dead.put(id, certificate);
    }

    /// @return the execution if the order is final with it: others may have executed it before
    public Optional<Execution<C>> executedHere(Bytes32 id, C certificate) {
        Invariant.check(!executed.containsKey(id), "an order is executed once");
        int others = forgetLacking(id);
        Execution<C> execution = new Execution<>(certificate, others | bit(self));
        executed.put(id, execution);
        return finalNow(execution);
    }

    /// @param tries so far
    /// @return the execution if the order is final with this word
    public Optional<Execution<C>> executedAt(int authority, Bytes32 orderId, long tries) {
        Execution<C> execution = executed.get(orderId);
        if (execution != null) {
            execution.authorities |= bit(authority);
            return finalNow(execution);
        }
        if (dead.containsKey(orderId)) {
            return Optional.empty();
        }
        Lacking before = lacking.getOrDefault(orderId, new Lacking(0, tries));
        countLacking(bit(authority) & ~before.authorities(), 1);
        lacking.put(orderId, new Lacking(before.authorities() | bit(authority), before.sinceTry()));
        return Optional.empty();
    }

    /// Whether it means anything here that this authority executed this order.
    public boolean isNews(int authority, Bytes32 orderId) {
        Execution<C> execution = executed.get(orderId);
        if (execution != null) {
            return (execution.authorities & bit(authority)) == 0;
        }
        Lacking before = lacking.get(orderId);
        return !dead.containsKey(orderId) && (before == null || (before.authorities() & bit(authority)) == 0);
    }

    /// @return who named it
    private int forgetLacking(Bytes32 id) {
        Lacking before = lacking.remove(id);
        int others = before == null ? 0 : before.authorities();
        countLacking(others, -1);
        return others;
    }

    private Optional<Execution<C>> finalNow(Execution<C> execution) {
        if (execution.isFinal || Integer.bitCount(execution.authorities) < quorum) {
            return Optional.empty();
        }
        execution.isFinal = true;
        return Optional.of(execution);
    }

    public boolean hasRoom(int authority, int more) {
        return lackingOf[authority] + more <= LACKING_MAX;
    }

    /// Orders that were lacking before the last try already, from a place on that moves around: nobody's inventions
    /// come before what is real. Those heard of since are mostly on their way here.
    public List<Wanted> wanted(Bytes32 after, long tries, int max) {
        List<Wanted> wanted = new ArrayList<>();
        collect(lacking.tailMap(after, false), tries, max, wanted);
        collect(lacking.headMap(after, true), tries, max, wanted);
        return wanted;
    }

    private static void collect(NavigableMap<Bytes32, Lacking> some, long tries, int max, List<Wanted> into) {
        for (Map.Entry<Bytes32, Lacking> entry : some.entrySet()) {
            if (into.size() >= max) {
                return;
            }
            if (entry.getValue().sinceTry() < tries) {
                into.add(new Wanted(entry.getKey(), oneOf(entry.getValue().authorities(), tries)));
            }
        }
    }

    /// Another one at each try.
    private static int oneOf(int authorities, long tries) {
        int[] all = IntStream.range(0, Integer.SIZE)
                .filter(authority -> (authorities & bit(authority)) != 0)
                .toArray();
        return all[(int) (tries % all.length)];
    }

    private void countLacking(int authorities, int by) {
        for (int authority = 1; authority < Integer.SIZE; authority++) {
            lackingOf[authority] += (authorities & bit(authority)) == 0 ? 0 : by;
        }
    }

    /// Authorities are 1 to 31.
    private static int bit(int authority) {
        return 1 << authority;
    }

    /// @param writeCertificate writes one, with all that it has
    public void writeTo(StateWriter writer, BiConsumer<C, CanonicalWriter> writeCertificate) {
        new TreeMap<>(executed).forEach((id, execution) -> {
            CanonicalWriter item = writer.item(StateItem.EXECUTED)
                    .fixed(id)
                    .u32(execution.authorities & 0xFFFF_FFFFL)
                    .flag(execution.isFinal);
            writeCertificate.accept(execution.certificate, item);
        });
        lacking.forEach(
                (id, heard) -> writer.item(StateItem.LACKING).fixed(id).u32(heard.authorities() & 0xFFFF_FFFFL));
        new TreeMap<>(dead)
                .forEach((id, certificate) -> writeCertificate.accept(
                        certificate, writer.item(StateItem.DEAD).fixed(id)));
    }

    public void restoreExecuted(CanonicalReader reader, Function<CanonicalReader, C> readCertificate) {
        Bytes32 id = reader.fixed32();
        int authorities = (int) reader.u32();
        boolean isFinal = reader.flag();
        Execution<C> execution = new Execution<>(readCertificate.apply(reader), authorities);
        execution.isFinal = isFinal;
        executed.put(id, execution);
    }

    /// Restores the orders that are lacking: they are heard of anew, and fetched after the next try.
    public void restoreLacking(CanonicalReader reader) {
        Bytes32 id = reader.fixed32();
        int authorities = (int) reader.u32();
        countLacking(authorities, 1);
        lacking.put(id, new Lacking(authorities, 0));
    }

    public void restoreDead(CanonicalReader reader, Function<CanonicalReader, C> readCertificate) {
        dead.put(reader.fixed32(), readCertificate.apply(reader));
    }
}
