package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyViolation;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.simulation.follower.FollowerWatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Followers must believe what serial replay says; all wallets are worth what is outstanding; what the
/// auditor counts is what the ledger has; and the auditor accuses liars only, and each committer that told it
/// otherwise.
public final class FollowerJudge implements FollowerWatch {
    private final ChainJudge chain;
    private final Set<String> liars;
    private final Map<String, Long> heights = new HashMap<>();
    private final Set<String> lied = new TreeSet<>();
    private final Set<String> accused = new TreeSet<>();

    public FollowerJudge(ChainJudge chain, Set<String> liars) {
        this.chain = chain;
        this.liars = liars;
    }

    @Override
    public void believed(String who, SettledBlock block) {
        String what = who + ", block " + block.number();
        long before = heights.getOrDefault(who, 0L);
        require(block.number() <= before + 1, what + ": believed after block " + before);
        heights.put(who, Math.max(before, block.number()));
        SerialReplay.Applied expected = expected(what, block.number());
        require(
                block.transactions().stream()
                        .map(SettledTransaction::outcome)
                        .toList()
                        .equals(expected.outcomes()),
                what + ": it believes other statuses than serial replay's");
        require(block.checkpoint().equals(expected.checkpoint()), what + ": it believes another checkpoint");
        require(
                block.after().configuration().equals(chain.configurations().after(block.number())),
                what + ": it believes another configuration to be in force");
    }

    @Override
    public void signed(String who, long block, NamespaceId namespace, long epoch) {
        chain.configurations().signed(who, block, namespace, epoch);
    }

    private SerialReplay.Applied expected(String what, long number) {
        return chain.applied(number)
                .orElseThrow(() -> new io.florin.simulation.world.InvariantViolation(what + ": nobody certified it"));
    }

    @Override
    public void balance(String who, long block, long balance) {
        long outstanding = chain.supply().outstandingAfter(block);
        require(
                balance == outstanding,
                who + ", block " + block + ": its wallets are worth " + balance + ", outstanding is " + outstanding);
    }

    @Override
    public void found(String who, long block, long balance) {
        long outstanding = chain.supply().outstandingAfter(block);
        require(
                balance <= outstanding,
                "notes: " + who + " has found more after block " + block + " than is outstanding, " + balance + " of "
                        + outstanding);
    }

    @Override
    public void audited(String who, Checkpoint checkpoint, List<Figures> figures, List<SupplyViolation> violations) {
        String what = who + ", block " + checkpoint.number();
        require(
                checkpoint.equals(expected(what, checkpoint.number()).checkpoint()),
                what + ": its replay is not serial replay's");
        require(violations.isEmpty(), what + ": it finds the supply broken, " + violations);
        for (Figures each : figures) {
            require(
                    each.holds() && each.outstanding() == chain.supply().outstandingAfter(checkpoint.number()),
                    what + ": its figures are not the ledger's, " + each);
        }
    }

    @Override
    public void compared(String who, String committer, Checkpoint checkpoint) {
        String what = who + ", block " + checkpoint.number();
        if (!checkpoint.equals(expected(what, checkpoint.number()).checkpoint())) {
            lied.add(committer);
        }
    }

    @Override
    public void accused(String who, String whom, String what) {
        require(liars.contains(whom), who + " accuses " + whom + ", which is honest: " + what);
        accused.add(whom);
    }

    /// Check at the end, when all is quiet: the auditor has accused everybody who was seen to lie.
    public void atTheEnd() {
        require(accused.containsAll(lied), "the auditor accuses " + accused + ", and was told otherwise by " + lied);
    }
}
