package io.florin.wallet.hidden;

import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The committers beside the one that is followed, for what it alone is not believed ([CollectedShares#toConfirm]).
/// None of them is asked for a transaction, a receipt or a block, which would name it: each is read in the ranges that
/// certifiers are read in, the whole range whatever is found. A page begins where the committer ended the one before,
/// so its bounds are the same for everybody. Any thread.
public final class OtherCommitters {

    private final List<CommitterApi> others;
    private final boolean alone;
    private final int needed;

    /// @param others whose answers count only if each is signed by a committer of its own, not the followed one
    /// @param network all there are; with g liars among them, g others besides the followed one are believed
    public OtherCommitters(List<CommitterApi> others, Committers network) {
        this.others = List.copyOf(others);
        this.alone = network.keys().size() == 1;
        this.needed = Math.max(1, network.liars());
    }

    /// The finding about a token.
    ///
    /// @param showing committers that showed it: same block, transaction, place and bytes, committed
    /// @param without those that showed its block without it; who is silent or behind is neither
    public record Sight(int showing, int without) {
        static final Sight NOTHING = new Sight(0, 0);

        Sight and(boolean shows) {
            return shows ? new Sight(showing + 1, without) : new Sight(showing, without + 1);
        }
    }

    /// Whether the network has no other committer than the one that is followed.
    public boolean isAlone() {
        return alone;
    }

    /// Whether fewer are known than have to confirm a token.
    public boolean areTooFew() {
        return others.size() < needed;
    }

    public boolean isConfirmed(Sight sight) {
        return sight.showing() >= needed;
    }

    /// Reads one range, of one committer after the other until all is confirmed.
    ///
    /// @param tokens one or more, of that range
    public Map<OutputId, Sight> look(List<OwnedToken> tokens) {
        long first = CollectedShares.rangeStart(tokens.getFirst().block());
        if (tokens.stream().anyMatch(token -> CollectedShares.rangeStart(token.block()) != first)) {
            throw new IllegalArgumentException("tokens of more than one range");
        }
        Map<OutputId, Sight> seen = new HashMap<>();
        tokens.forEach(token -> seen.put(token.id(), Sight.NOTHING));
        for (CommitterApi other : others) {
            if (!seen.values().stream().allMatch(this::isConfirmed)) {
                Reading reading = new Reading(tokens, first);
                reading.read(other);
                tokens.stream()
                        .filter(token -> token.block() < reading.next)
                        .forEach(token -> seen.computeIfPresent(
                                token.id(), (id, sight) -> sight.and(reading.found.contains(id))));
            }
        }
        return seen;
    }

    /// One range of one committer.
    private static final class Reading {
        private final Map<String, List<OwnedToken>> byTransaction = new HashMap<>();
        private final Set<OutputId> found = new HashSet<>();
        private final long end;
        private long next;

        Reading(List<OwnedToken> tokens, long first) {
            tokens.forEach(token -> byTransaction
                    .computeIfAbsent(token.id().transaction().toHex(), _ -> new ArrayList<>())
                    .add(token));
            this.next = first;
            this.end = first + CollectedShares.RANGE_BLOCKS;
        }

        /// Blocks that a committer showed before it fell silent count.
        void read(CommitterApi committer) {
            try {
                List<BlockChanges> blocks;
                do {
                    blocks = committer.changes(next, (int) (end - next));
                    blocks.forEach(this::take);
                } while (!blocks.isEmpty() && next < end);
            } catch (RuntimeException silent) { // or talks nonsense
                return;
            }
        }

        private void take(BlockChanges block) {
            if (block.number() != next || next == end) {
                throw new IllegalStateException("another block than the next one");
            }
            block.transactions()
                    .forEach(change -> byTransaction.getOrDefault(change.id(), List.of()).stream()
                            .filter(token -> token.block() == block.number() && isOf(token, change))
                            .forEach(token -> found.add(token.id())));
            next++;
        }

        private static boolean isOf(OwnedToken token, TransactionChange change) {
            return TransactionStatus.valueOf(change.status()).isCommitted()
                    && CommittedOutputs.of(change, token.block()).stream()
                            .map(CommittedOutputs::tokens)
                            .anyMatch(tokens -> token.id().index() < tokens.size()
                                    && tokens.get(token.id().index()).equals(RecordedToken.of(token.token())));
        }
    }
}
