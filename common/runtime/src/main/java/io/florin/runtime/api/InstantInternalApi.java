package io.florin.runtime.api;

import io.florin.runtime.http.AnswerMax;
import java.util.List;
import org.springframework.web.service.annotation.GetExchange;

/// An authority of an instant rail, for auditors, the central bank and other authorities.
@AnswerMax(bytes = 1 << 20)
public interface InstantInternalApi {

    /// The authority's shards, in their order. Costs it a hash over all that they know.
    @GetExchange("/internal/v1/rail/shards")
    List<ShardView> shards();

    /// Of an authority at rest, `unacknowledged` is 0 everywhere, and held + pending + left − ahead, summed over its
    /// shards, is what was deposited. Amounts in minor units.
    ///
    /// @param shard from 0
    /// @param height last block of the ledger that is in its state
    /// @param stateHash hex, over everything that later answers depend on: the same after a restart
    /// @param executed payments that are executed here
    /// @param executedHash hex, over their ids: the same at two authorities with as many shards that executed the same
    /// @param held what accounts may spend, or unspent outputs
    /// @param pending credits that are not known to be final here
    /// @param left what went to owners of the ledger
    /// @param ahead credits, or outputs spent, before their making is executed here
    /// @param windows of its own that it has closed
    /// @param unacknowledged notices for other shards
    record ShardView(
            int shard,
            long height,
            String stateHash,
            int executed,
            String executedHash,
            long held,
            long pending,
            long left,
            long ahead,
            long deposited,
            long windows,
            int unacknowledged) {}
}
