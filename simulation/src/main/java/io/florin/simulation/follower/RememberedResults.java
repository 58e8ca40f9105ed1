package io.florin.simulation.follower;

import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.ResultTip.Judged;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Verdicts of the real [ResultTip] on results, asked for once however many follow.
public final class RememberedResults {
    private final Map<Asked, Judged> known = new HashMap<>();

    /// All that the answer depends on.
    private record Asked(ResultTip tip, BlockResult result, List<CommitterSignature> others) {}

    Judged judge(ResultTip tip, BlockResult result, List<CommitterSignature> others) {
        return known.computeIfAbsent(new Asked(tip, result, others), asked -> asked.tip.judge(asked.result, others));
    }
}
