package io.florin.auditor.trace.adapter;

import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.CommittedPlaces;
import io.florin.auditor.protocol.Past;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.ReplayedTransaction;
import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.auditor.trace.adapter.TraceLine.Values;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Finds ordered transactions by their id. A view that can be built again at any time from the blocks, and is where it
/// has not as many lines as the block has transactions.
public final class TraceIndex implements BlockObserver<TraceIndex.OfBlock>, CommittedPlaces {
    private static final int FOUND_MAX = 50;
    private static final long NOT_READ = -1;

    private final TraceRows rows;
    private long transactions;
    private long writtenBefore = NOT_READ;

    public TraceIndex(JdbcClient jdbc) {
        this.rows = new TraceRows(jdbc);
    }

    /// Transactions of a block.
    record OfBlock(long block, boolean fromStore, List<TraceLine> lines) {
        OfBlock {
            lines = List.copyOf(lines);
        }
    }

    @Override
    public OfBlock replayed(ReplayedBlock block, ReplayState state) {
        transactions += block.outcomes().size();
        return new OfBlock(block.number(), state.fromStore(), lines(block));
    }

    @Override
    public void write(List<OfBlock> left) {
        Set<Long> whole = whole(left.stream().filter(OfBlock::fromStore).toList());
        List<OfBlock> wanted =
                left.stream().filter(each -> !whole.contains(each.block())).toList();
        rows.delete(wanted.stream()
                .map(OfBlock::block)
                .filter(block -> block <= writtenBefore())
                .toList());
        rows.insert(wanted.stream().flatMap(each -> each.lines().stream()).toList());
    }

    /// Blocks of which all lines are there.
    private Set<Long> whole(List<OfBlock> stored) {
        if (stored.isEmpty()) {
            return Set.of();
        }
        Map<Long, Integer> counts =
                rows.counts(stored.stream().map(OfBlock::block).toList());
        return stored.stream()
                .filter(each ->
                        counts.getOrDefault(each.block(), 0) == each.lines().size())
                .map(OfBlock::block)
                .collect(Collectors.toSet());
    }

    /// The last block of which an earlier run left lines: they are taken away before others are written. Behind it
    /// there are none, but those of a transaction that committed and nobody heard of it.
    private long writtenBefore() {
        if (writtenBefore == NOT_READ) {
            writtenBefore = rows.last();
        }
        return writtenBefore;
    }

    @Override
    public String observerName() {
        return "trace";
    }

    /// Number of transactions so far, u63.
    @Override
    public Bytes memory() {
        return Bytes.of(new CanonicalWriter().u63(transactions).toByteArray());
    }

    @Override
    public Runnable resume(Bytes memory, Past past) {
        long kept = CanonicalReader.decode(memory.toArray(), CanonicalReader::u63);
        if (rows.countThrough(past.height()) != kept) {
            throw SnapshotUnfit.other("the index of transactions is not complete");
        }
        return () -> transactions = kept;
    }

    @Override
    public Optional<Long> blockOf(TransactionId id) {
        return find(id.toHex()).stream()
                .filter(line -> line.status().equals(TransactionStatus.COMMITTED.name()))
                .map(TraceLine::block)
                .findFirst();
    }

    /// The places at which a transaction was ordered, first one first: the first is usually the one that counts.
    List<TraceLine> find(String transactionId) {
        return rows.ofTransaction(transactionId, FOUND_MAX);
    }

    private static List<TraceLine> lines(ReplayedBlock block) {
        Map<Long, ReplayedTransaction> committed = new HashMap<>();
        block.committed().forEach(transaction -> committed.put(transaction.index(), transaction));
        List<TraceLine> lines = new ArrayList<>();
        for (TransactionOutcome outcome : block.outcomes()) {
            Optional<ReplayedTransaction> did = Optional.ofNullable(committed.get(outcome.index()));
            lines.add(new TraceLine(
                    block.number(),
                    outcome.index(),
                    outcome.id().map(TransactionId::toHex).orElse(""),
                    outcome.status().name(),
                    did.map(one -> one.transaction().kind().name()).orElse(""),
                    did.map(one -> one.transaction().namespace().value()).orElse(0),
                    did.map(TraceIndex::values).orElse(Values.NONE)));
        }
        return lines;
    }

    private static Values values(ReplayedTransaction committed) {
        SettlementTransaction transaction = committed.transaction();
        return new Values(
                Math.toIntExact(transaction.writes().stream()
                        .filter(write -> write instanceof Write.Spend || write instanceof Write.Serial)
                        .count()),
                transaction.outputs().size() + transaction.hiddenOutputs().size(),
                sum(committed.spent().stream().flatMap(Optional::stream)),
                sum(Stream.concat(
                        transaction.outputs().stream()
                                .map(output -> output.token().value()),
                        transaction.hiddenOutputs().stream().flatMap(TraceIndex::worth))),
                recorded(transaction));
    }

    private static Stream<Amount> worth(Write.HiddenOutput output) {
        return output.token().amount().stream();
    }

    /// For display: hidden values count as nothing, and a sum that does not fit is shown as the highest number; the
    /// supply proof adds up exactly.
    private static long sum(Stream<Amount> amounts) {
        long sum = 0;
        for (long value : amounts.mapToLong(Amount::minorUnits).toArray()) {
            sum = value > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + value;
        }
        return sum;
    }

    private static long recorded(SettlementTransaction transaction) {
        for (Write write : transaction.writes()) {
            if (write instanceof Write.Put(int _, Bytes value)) {
                try {
                    return SupplyRecord.decode(value).amount().minorUnits();
                } catch (DecodeException other) {
                    return 0;
                }
            }
        }
        return 0;
    }
}
