package io.florin.wallet.hidden;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.runtime.api.ResultsApi;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The committers beside the one that is followed, for what it alone is not believed ([CollectedShares#toConfirm]).
/// None of them is asked for a transaction, a receipt or a block, which would name it: each is read in the ranges that
/// certifiers are read in, the whole range whatever is found. A page begins where the committer ended the one before,
/// so its bounds are the same for everybody. A block counts that a committer of the network signed. Any thread.
public final class OtherCommitters {

    private final List<ResultsApi> others;
    private final NetworkId network;
    private final NetworkConfiguration configuration;
    private final int needed;

    /// @param others whose answers count only if each is signed by a committer of its own, not the followed one
    /// @param configuration with all committers there are; with g liars among them, g others besides the followed one
    ///     are believed
    public OtherCommitters(List<? extends ResultsApi> others, NetworkId network, NetworkConfiguration configuration) {
        this.others = List.copyOf(others);
        this.network = network;
        this.configuration = configuration;
        this.needed = Math.max(1, configuration.committers().liars());
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
        return configuration.committers().keys().size() == 1;
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
    public Map<TransactionOutput, Sight> look(List<OwnedToken> tokens) {
        long first = CollectedShares.rangeStart(tokens.getFirst().block());
        if (tokens.stream().anyMatch(token -> CollectedShares.rangeStart(token.block()) != first)) {
            throw new IllegalArgumentException("tokens of more than one range");
        }
        Map<TransactionOutput, Sight> seen = new HashMap<>();
        tokens.forEach(token -> seen.put(token.id(), Sight.NOTHING));
        for (ResultsApi other : others) {
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
    private final class Reading {
        private final List<OwnedToken> tokens;
        private final Set<TransactionOutput> found = new HashSet<>();
        private final long end;
        private long next;

        Reading(List<OwnedToken> tokens, long first) {
            this.tokens = tokens;
            this.next = first;
            this.end = first + CollectedShares.RANGE_BLOCKS;
        }

        /// Blocks that a committer showed before it fell silent count.
        void read(ResultsApi committer) {
            try {
                boolean some = true;
                while (some && next < end) {
                    List<BlockResult> blocks = BlockResult.decodeList(committer.results(next, (int) (end - next), 0));
                    blocks.forEach(this::take);
                    some = !blocks.isEmpty();
                }
            } catch (RuntimeException silent) { // or talks nonsense
                return;
            }
        }

        private void take(BlockResult block) {
            if (block.number() != next || next == end) {
                throw new IllegalStateException("another block than the next one");
            }
            List<SettledTransaction> transactions = block.signed(network, configuration)
                    .orElseThrow(() -> new IllegalStateException("no committer signed it"));
            tokens.stream()
                    .filter(token -> token.block() == next && isIn(transactions, token))
                    .forEach(token -> found.add(token.id()));
            next++;
        }

        private static boolean isIn(List<SettledTransaction> transactions, OwnedToken token) {
            var output = new Write.HiddenOutput(token.id().index(), RecordedToken.of(token.token()));
            return transactions.stream()
                    .flatMap(settled -> settled.committed().stream())
                    .anyMatch(committed -> committed.id().equals(token.id().transaction())
                            && committed.writes().contains(output));
        }
    }
}
