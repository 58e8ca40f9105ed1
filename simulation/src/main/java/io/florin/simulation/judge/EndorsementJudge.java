package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.simulation.endorser.EndorserNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Protocol decision 8: an endorser has a transaction on its disk before it gives a share, so whatever commits can be
/// had from as many of them as had to sign.
public final class EndorsementJudge {
    private final int threshold;
    private final Set<TransactionId> readyMade = new HashSet<>();

    /// @param bundles that no endorser was asked to sign
    /// @param threshold t
    public EndorsementJudge(Collection<Bytes> bundles, int threshold) {
        this.threshold = threshold;
        OrderedTransaction.of(List.copyOf(bundles)).stream()
                .flatMap(each -> each.transaction().stream())
                .map(SettlementTransaction::id)
                .forEach(readyMade::add);
    }

    /// Checks that hold when all is quiet.
    public void atTheEnd(ChainJudge chain, List<EndorserNode> endorsers) {
        List<Set<TransactionId>> disks =
                endorsers.stream().map(EndorserNode::durable).toList();
        for (long number = 1; number <= chain.height(); number++) {
            SerialReplay.Applied block = chain.applied(number).orElseThrow();
            for (SettlementTransaction transaction : block.committed()) {
                TransactionId id = transaction.id();
                List<String> having = new ArrayList<>();
                for (int i = 0; i < disks.size(); i++) {
                    if (disks.get(i).contains(id)) {
                        having.add(endorsers.get(i).name());
                    }
                }
                require(
                        readyMade.contains(id) || having.size() >= threshold,
                        "endorsements: block " + number + " commits a transaction that only " + having + " have");
            }
        }
    }
}
