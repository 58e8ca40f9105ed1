package io.florin.ledger.status;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Result of a complete block as one committer tells it, with all that proves it: [ResultTip] says whether it does.
///
/// Encoding: block statuses (u32 length), count u32, committed transactions (u32 length each).
///
/// @param statuses of all transactions of the block, and the committer's signature
/// @param committed canonical bytes of the committed transactions, in block order
public record BlockResult(BlockStatuses statuses, List<Bytes> committed) {

    /// Results of one list.
    public static final int LIST_MAX = 100;

    private static final int ENCODED_SIZE_MAX = BlockStatuses.ENCODED_SIZE_MAX + 2 * Block.ENCODED_SIZE_MAX;

    public BlockResult {
        committed = List.copyOf(committed);
    }

    /// Number of the block, as the committer tells it.
    public long number() {
        return statuses.checkpoint().number();
    }

    /// All transactions of the block, by a committer's word alone: of an old block whose state hash before is not
    /// known, or beside another committer's result. Who follows takes [ResultTip] instead.
    ///
    /// @return empty unless a committer of the configuration signed exactly this
    public Optional<List<SettledTransaction>> signed(NetworkId network, NetworkConfiguration configuration) {
        return statuses.checkpoint().network().equals(network) && statuses.isAuthentic(configuration)
                ? transactions()
                : Optional.empty();
    }

    /// Empty unless the bytes are those of the committed transactions in order, and of no others.
    Optional<List<SettledTransaction>> transactions() {
        Iterator<Bytes> raws = committed.iterator();
        List<SettledTransaction> transactions =
                new ArrayList<>(statuses.outcomes().size());
        for (TransactionOutcome outcome : statuses.outcomes()) {
            if (outcome.index() != transactions.size()) {
                return Optional.empty();
            }
            Optional<SettlementTransaction> transaction = Optional.empty();
            if (outcome.status().isCommitted()) {
                transaction = raws.hasNext() ? transaction(raws.next(), outcome) : Optional.empty();
                if (transaction.isEmpty()) {
                    return Optional.empty();
                }
            }
            transactions.add(new SettledTransaction(outcome, transaction));
        }
        return raws.hasNext() ? Optional.empty() : Optional.of(transactions);
    }

    private static Optional<SettlementTransaction> transaction(Bytes raw, TransactionOutcome outcome) {
        byte[] bytes = raw.toArray();
        if (!Sha256.hash(bytes).equals(outcome.digest())) {
            return Optional.empty();
        }
        try {
            return Optional.of(SettlementTransaction.decode(bytes))
                    .filter(read -> outcome.id().equals(Optional.of(read.id())));
        } catch (DecodeException committedAllTheSame) {
            return Optional.empty();
        }
    }

    public byte[] encode() {
        byte[] encoded = statuses.encode();
        int size =
                committed.stream().mapToInt(raw -> raw.size() + Integer.BYTES).sum();
        CanonicalWriter writer = new CanonicalWriter(encoded.length + size + 2 * Integer.BYTES)
                .bytes(Bytes.of(encoded))
                .u32(committed.size());
        committed.forEach(writer::bytes);
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a result
    public static BlockResult decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            BlockStatuses statuses = BlockStatuses.decode(
                    reader.bytes(BlockStatuses.ENCODED_SIZE_MAX).toArray());
            int count = count(reader, Block.OUTCOMES_MAX);
            return new BlockResult(
                    statuses,
                    reader.list(count, Block.OUTCOMES_MAX, () -> reader.bytes(SettlementTransaction.ENCODED_SIZE_MAX)));
        });
    }

    /// Results one after the other: count u32, results (u32 length each).
    ///
    /// @param encoded at most [#LIST_MAX] encoded results
    public static byte[] encodeList(List<Bytes> encoded) {
        int size =
                encoded.stream().mapToInt(each -> each.size() + Integer.BYTES).sum();
        CanonicalWriter writer = new CanonicalWriter(size + Integer.BYTES).u32(encoded.size());
        encoded.forEach(writer::bytes);
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are not such a list
    public static List<BlockResult> decodeList(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            int count = count(reader, LIST_MAX);
            return reader.list(
                    count, LIST_MAX, () -> decode(reader.bytes(ENCODED_SIZE_MAX).toArray()));
        });
    }

    private static int count(CanonicalReader reader, int most) {
        long count = reader.u32();
        if (count > most) {
            throw new DecodeException(count + " elements above the limit " + most);
        }
        return (int) count;
    }
}
