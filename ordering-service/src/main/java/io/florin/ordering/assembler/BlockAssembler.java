package io.florin.ordering.assembler;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.bundle.Bundle;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.OrderedBundles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/// Turns the decisions of one view into headers with entries, the same at every party.
///
/// What a block holds follows from the start of the view and the decisions alone: bundles in the order of the batches,
/// each bundle once for ever, cut into blocks at fixed limits. A bundle counts as ordered when a block *below* the one
/// being built carries it; blocks above it do not matter, because a party that comes late builds again what others have
/// certified long ago.
///
/// Owned by the thread that delivers decisions. The blocks up to the start of the view are in the store by then.
public final class BlockAssembler {
    /// Of the entries of one block; a fixed part of the protocol, because all parties must cut alike.
    public static final int ENTRIES_BYTES_MAX = Block.ENTRIES_BYTES_MAX;

    private final NetworkId network;
    private final LongFunction<ConfigurationFollower> configurationAt;
    private final OrderedBundles ordered;
    private final long view;
    private final Map<Bytes32, Long> built = new HashMap<>();
    private long builtFrom;
    private Head head;
    private ConfigurationFollower configuration;

    /// @param configurationAt what is in force after a block of the store; each call gives an object of its own
    /// @param start the head that the view begins on
    public BlockAssembler(
            NetworkId network,
            LongFunction<ConfigurationFollower> configurationAt,
            OrderedBundles ordered,
            long view,
            Head start) {
        this.network = network;
        this.configurationAt = configurationAt;
        this.configuration = configurationAt.apply(start.number());
        this.ordered = ordered;
        this.view = view;
        this.head = start;
        this.builtFrom = start.number() + 1;
    }

    /// Goes on from a later position, all blocks up to which are in the store.
    public void moveTo(Head position) {
        head = position;
        configuration = configurationAt.apply(position.number());
        built.clear();
        builtFrom = position.number() + 1;
    }

    /// The last header built.
    public Head head() {
        return head;
    }

    /// The new headers with entries that follow from one decision; none when all bundles are known.
    public List<Candidate> decided(List<Batch> batches) {
        Set<Bytes32> fresh = new LinkedHashSet<>();
        List<Bytes> entries = new ArrayList<>();
        List<Bytes32> digests = new ArrayList<>();
        for (Batch batch : batches) {
            for (Bytes entry : batch.entries()) {
                Bytes32 digest = Bundle.digestOf(entry.toArray());
                if (!isKnown(digest) && fresh.add(digest)) {
                    entries.add(entry);
                    digests.add(digest);
                }
            }
        }
        return cut(entries, digests);
    }

    private List<Candidate> cut(List<Bytes> entries, List<Bytes32> digests) {
        List<Candidate> candidates = new ArrayList<>();
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < entries.size(); i++) {
            int size = entries.get(i).size();
            if (i > first && (bytes + size > ENTRIES_BYTES_MAX || i - first == Block.ENTRIES_MAX)) {
                candidates.add(build(entries.subList(first, i), digests.subList(first, i)));
                first = i;
                bytes = 0;
            }
            bytes += size;
        }
        if (first < entries.size()) {
            candidates.add(build(entries.subList(first, entries.size()), digests.subList(first, entries.size())));
        }
        return candidates;
    }

    private Candidate build(List<Bytes> entries, List<Bytes32> digests) {
        var header = new BlockHeader(
                network,
                head.number() + 1,
                head.hash(),
                Block.entriesRoot(entries),
                configuration.inForce().version(),
                view);
        Candidate candidate = Candidate.of(header, entries);
        head = new Head(header.number(), candidate.hash());
        configuration.apply(header.number(), entries);
        digests.forEach(digest -> built.put(digest, header.number()));
        return candidate;
    }

    private boolean isKnown(Bytes32 digest) {
        return built.containsKey(digest) || ordered.isOrdered(digest, head.number());
    }

    /// Blocks up to this number are in the store, so their bundles need not be remembered here.
    public void stored(long number) {
        if (number >= builtFrom) {
            built.values().removeIf(height -> height <= number);
            builtFrom = number + 1;
        }
    }
}
