package io.florin.wallet.hidden;

import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.ResultsApi;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// The committers beside the one that is followed, for what it alone is not believed ([CollectedShares#toConfirm]).
/// None of them is asked for a transaction, a receipt or a block, which would name it: each is read in the ranges that
/// certifiers are read in, the whole range whatever is found. A page begins where the committer ended the one before,
/// so its bounds are the same for everybody. A block counts that a committer of the network signed. Any thread.
public final class OtherCommitters {

    private final List<Source> others;
    private final boolean alone;
    private final int needed;

    /// @param others whose answers count only if each is signed by a committer of its own, not the followed one
    /// @param configuration with all committers there are; with g liars among them, g others besides the followed one
    ///     are believed
    public OtherCommitters(List<? extends ResultsApi> others, NetworkId network, NetworkConfiguration configuration) {
        this(
                configuration.committers(),
                others.stream()
                        .map(api -> (Source) (from, limit, each) -> {
                            List<BlockResult> blocks = BlockResult.decodeList(api.results(from, limit, 0));
                            blocks.forEach(block -> each.accept(shown(block, network, configuration)));
                            return !blocks.isEmpty();
                        })
                        .toList());
    }

    /// The same by lists of changes.
    public OtherCommitters(List<CommitterApi> others, Committers network) {
        this(
                network,
                others.stream()
                        .map(api -> (Source) (from, limit, each) -> {
                            List<BlockChanges> blocks = api.changes(from, limit);
                            blocks.forEach(block -> each.accept(shown(block)));
                            return !blocks.isEmpty();
                        })
                        .toList());
    }

    private OtherCommitters(Committers network, List<Source> others) {
        this.others = others;
        this.alone = network.keys().size() == 1;
        this.needed = Math.max(1, network.liars());
    }

    /// One committer.
    private interface Source {

        /// @return whether there were any
        boolean read(long from, int limit, Consumer<Shown> each);
    }

    /// A block as one committer shows it.
    ///
    /// @param created by a transaction, empty unless it is committed
    private record Shown(long number, Function<TransactionId, Optional<CommittedOutputs>> created) {}

    private static Shown shown(BlockResult result, NetworkId network, NetworkConfiguration configuration) {
        var transactions = result.signed(network, configuration)
                .orElseThrow(() -> new IllegalStateException("no committer signed it"));
        return new Shown(
                result.number(),
                id -> transactions.stream()
                        .flatMap(settled -> settled.committed().stream())
                        .filter(committed -> committed.id().equals(id))
                        .map(committed -> CommittedOutputs.of(committed, result.number()))
                        .findFirst());
    }

    private static Shown shown(BlockChanges block) {
        return new Shown(
                block.number(),
                id -> block.transactions().stream()
                        .filter(change -> change.id().equals(id.toHex())
                                && TransactionStatus.valueOf(change.status()).isCommitted())
                        .flatMap(change -> CommittedOutputs.of(change, block.number()).stream())
                        .findFirst());
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
        for (Source other : others) {
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
        private final List<OwnedToken> tokens;
        private final Set<OutputId> found = new HashSet<>();
        private final long end;
        private long next;

        Reading(List<OwnedToken> tokens, long first) {
            this.tokens = tokens;
            this.next = first;
            this.end = first + CollectedShares.RANGE_BLOCKS;
        }

        /// Blocks that a committer showed before it fell silent count.
        void read(Source committer) {
            try {
                boolean some = true;
                while (some && next < end) {
                    some = committer.read(next, (int) (end - next), this::take);
                }
            } catch (RuntimeException silent) { // or talks nonsense
                return;
            }
        }

        private void take(Shown block) {
            if (block.number() != next || next == end) {
                throw new IllegalStateException("another block than the next one");
            }
            tokens.stream()
                    .filter(token -> token.block() == block.number() && isIn(block, token))
                    .forEach(token -> found.add(token.id()));
            next++;
        }

        private static boolean isIn(Shown block, OwnedToken token) {
            int index = token.id().index();
            return block.created()
                    .apply(token.id().transaction())
                    .filter(created -> index < created.tokens().size()
                            && created.tokens().get(index).equals(RecordedToken.of(token.token())))
                    .isPresent();
        }
    }
}
