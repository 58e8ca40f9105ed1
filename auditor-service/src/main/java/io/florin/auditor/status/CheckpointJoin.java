package io.florin.auditor.status;

import io.florin.auditor.protocol.Past;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Invariant;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.internal.Peer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/// Joins what committers sign with the own replay, block by block. Pure; one thread at a time.
///
/// A claim is used only with the signature of the committer it names, under the configuration of its block. A block is
/// agreed once g+1 committers told everybody the own checkpoint; what only a listener was told is compared and agrees
/// to nothing, since the world may not have been told at all. Claims for blocks that are not replayed yet wait, a
/// bounded number of them; what does not fit is asked from committers again later.
public final class CheckpointJoin {

    private final NetworkId network;
    private final int waitingMax;
    private final LongFunction<List<TransactionOutcome>> ownOutcomes;
    private final List<Own> own = new ArrayList<>();
    private final Map<Long, List<CommitterClaim>> waiting = new HashMap<>();
    private final Map<Long, Set<Integer>> partly = new HashMap<>();
    private final BitSet agreed = new BitSet();
    private int waitingCount;
    private long agreedThrough;
    private final Map<Teller, Long> firstDifferences = new HashMap<>();

    /// @param waitingMax claims kept for blocks not replayed yet
    /// @param ownOutcomes the own outcomes of a replayed block, asked only where a claim differs
    public CheckpointJoin(NetworkId network, int waitingMax, LongFunction<List<TransactionOutcome>> ownOutcomes) {
        this.network = network;
        this.waitingMax = waitingMax;
        this.ownOutcomes = ownOutcomes;
    }

    private record Own(Checkpoint checkpoint, NetworkConfiguration configuration) {}

    /// A committer, and whom it told.
    private record Teller(int committer, Optional<Peer> listener) {}

    /// Outcome of a claim.
    public sealed interface Joined {

        record Agrees(long block, int committer) implements Joined {}

        /// @param follows whether the same committer told the same listener otherwise of an earlier block already: the
        ///     state hash is rolling, what follows the first difference differs too
        record Differs(Difference difference, CommitterClaim claim, boolean follows) implements Joined {}

        /// Its block is not replayed yet.
        record Waits() implements Joined {}

        /// Nobody trustworthy said so.
        record Untrusted(String reason) implements Joined {}
    }

    public Joined on(CommitterClaim claim, NetworkConfiguration newest) {
        if (!claim.checkpoint().network().equals(network) || claim.block() < 1) {
            return new Joined.Untrusted("of another network");
        }
        if (claim.block() <= own.size()) {
            return join(claim);
        }
        Optional<String> flaw = flaw(claim, newest);
        if (flaw.isPresent()) {
            return new Joined.Untrusted(flaw.get());
        }
        if (waitingCount < waitingMax) {
            keep(claim);
        }
        return new Joined.Waits();
    }

    /// A committer that signed two checkpoints of one block said both.
    private void keep(CommitterClaim claim) {
        List<CommitterClaim> ofBlock = waiting.computeIfAbsent(claim.block(), _ -> new ArrayList<>());
        boolean known = ofBlock.stream()
                .anyMatch(kept -> kept.committer() == claim.committer()
                        && kept.checkpoint().equals(claim.checkpoint())
                        && kept.listener().equals(claim.listener()));
        if (!known) {
            ofBlock.add(claim);
            waitingCount++;
        }
    }

    /// The next block of the own replay; what that makes of claims that waited for it.
    public List<Joined> replayed(ReplayedBlock block) {
        own.add(new Own(block.checkpoint(), block.configuration()));
        return joinWaiting(block.number());
    }

    private List<Joined> joinWaiting(long block) {
        List<CommitterClaim> claims = waiting.remove(block);
        if (claims == null) {
            return List.of();
        }
        waitingCount -= claims.size();
        return claims.stream().map(this::join).toList();
    }

    /// Goes on behind the blocks that a snapshot stands for, without being told of each; what that makes of claims that
    /// waited for them. Only before the first block.
    public List<Joined> resumed(Past past) {
        Invariant.check(own.isEmpty(), "a snapshot comes before the first block");
        for (long block = 1; block <= past.height(); block++) {
            own.add(new Own(past.checkpoint(block), past.configuration(block)));
        }
        List<Long> due = waiting.keySet().stream()
                .filter(block -> block <= past.height())
                .sorted()
                .toList();
        return due.stream().flatMap(block -> joinWaiting(block).stream()).toList();
    }

    private Joined join(CommitterClaim claim) {
        Own mine = own.get(Math.toIntExact(claim.block() - 1));
        Optional<String> flaw = flaw(claim, mine.configuration());
        if (flaw.isPresent()) {
            return new Joined.Untrusted(flaw.get());
        }
        if (!mine.checkpoint().equals(claim.checkpoint())) {
            long first =
                    firstDifferences.merge(new Teller(claim.committer(), claim.listener()), claim.block(), Math::min);
            return new Joined.Differs(
                    Difference.between(mine.checkpoint(), ownOutcomes.apply(claim.block()), claim),
                    claim,
                    first < claim.block());
        }
        if (claim.listener().isEmpty()) {
            agree(claim, mine.configuration().committers().liars() + 1);
        }
        return new Joined.Agrees(claim.block(), claim.committer());
    }

    private void agree(CommitterClaim claim, int needed) {
        int block = Math.toIntExact(claim.block());
        if (agreed.get(block)) {
            return;
        }
        Set<Integer> committers = partly.computeIfAbsent(claim.block(), _ -> new TreeSet<>());
        committers.add(claim.committer());
        if (committers.size() >= needed) {
            partly.remove(claim.block());
            agreed.set(block);
            agreedThrough = agreed.nextClearBit(Math.toIntExact(agreedThrough) + 1) - 1L;
        }
    }

    private static Optional<String> flaw(CommitterClaim claim, NetworkConfiguration configuration) {
        var keys = configuration.committers().keys();
        if (claim.committer() < 0 || claim.committer() >= keys.size()) {
            return Optional.of("no such committer");
        }
        boolean genuine = Ed25519.verify(
                keys.get(claim.committer()),
                claim.checkpoint().signedMessage(),
                claim.signature().toArray());
        return genuine ? Optional.empty() : Optional.of("not signed by committer " + claim.committer());
    }

    public boolean agreed(long block) {
        return block > 0 && block <= Integer.MAX_VALUE && agreed.get((int) block);
    }

    /// All blocks up to this one are agreed.
    public long agreedThrough() {
        return agreedThrough;
    }

    /// The lowest block that a committer signed otherwise, whoever was told so; 0 when there is none.
    public long firstDifference() {
        return lowest(_ -> true);
    }

    /// The lowest block of which a committer told everybody otherwise, 0 when there is none.
    public long firstPublicDifference() {
        return lowest(teller -> teller.listener().isEmpty());
    }

    private long lowest(Predicate<Teller> which) {
        return firstDifferences.entrySet().stream()
                .filter(first -> which.test(first.getKey()))
                .mapToLong(Map.Entry::getValue)
                .min()
                .orElse(0);
    }
}
