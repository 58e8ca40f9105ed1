package io.florin.bank.holdings;

import io.florin.bank.holdings.NotePositions.Cover;
import io.florin.bank.holdings.OldBlocks.Block;
import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reading of blocks, one after the other, for transactions whose notes are here, and for what spent their tokens
/// since. Which blocks it reads, and how often, does not depend on what it finds. One thread uses it.
final class LateSearch {

    private final List<Cover> covers;
    private final long first;
    private final boolean old;
    private long next;

    /// Number of the last block that could not be read, 0 where there was none.
    private long lastHole;

    private final Map<TransactionId, Found> found = new LinkedHashMap<>();
    private final Map<Bytes, Found> byKey = new HashMap<>();

    /// @param old whether it reads blocks that are not remembered, and may take long
    LateSearch(List<Cover> covers, long first, boolean old, long next, long lastHole) {
        this.covers = covers;
        this.first = first;
        this.old = old;
        this.next = next;
        this.lastHole = lastHole;
    }

    /// A committed transaction that has notes, with the keys of the tokens that they open.
    static final class Found {
        private final long block;
        private final Committed change;
        private final Set<Bytes> tokens;
        private final Set<Bytes> spent = new HashSet<>();
        private boolean kept;

        Found(long block, Committed change, Set<Bytes> tokens) {
            this.block = block;
            this.change = change;
            this.tokens = Set.copyOf(tokens);
        }

        long block() {
            return block;
        }

        Committed change() {
            return change;
        }

        TransactionId id() {
            return change.transaction().id();
        }

        Set<Bytes> tokens() {
            return tokens;
        }

        Set<Bytes> spent() {
            return spent;
        }

        /// Whether the database has it as it is.
        boolean isKept() {
            return kept;
        }

        void kept() {
            kept = true;
        }
    }

    List<Cover> covers() {
        return covers;
    }

    long first() {
        return first;
    }

    boolean isOld() {
        return old;
    }

    long next() {
        return next;
    }

    long lastHole() {
        return lastHole;
    }

    /// The next block cannot be read: what stands before it is not known to be unspent.
    void hole() {
        lastHole = next;
        next++;
    }

    void found(Found transaction) {
        found.put(transaction.id(), transaction);
        transaction.tokens().forEach(key -> byKey.put(key, transaction));
    }

    /// Tokens that this block created were added before: a token may be created and spent in one block.
    void read(Block block) {
        for (Committed each : block.committed()) {
            for (Bytes key : each.spent()) {
                Found of = byKey.get(key);
                if (of != null && of.spent.add(key)) {
                    of.kept = false;
                }
            }
        }
        next = block.number() + 1;
    }

    Collection<Found> all() {
        return found.values();
    }

    /// Those of which all blocks since were read, in the order of their blocks, those of one block together.
    List<List<Found>> whole() {
        SortedMap<Long, List<Found>> byBlock = new TreeMap<>();
        found.values().stream()
                .filter(each -> each.block() > lastHole)
                .forEach(each -> byBlock.computeIfAbsent(each.block(), _ -> new ArrayList<>())
                        .add(each));
        return List.copyOf(byBlock.values());
    }
}
