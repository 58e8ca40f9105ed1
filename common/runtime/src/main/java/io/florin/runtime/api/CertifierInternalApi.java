package io.florin.runtime.api;

import io.florin.runtime.http.AnswerMax;
import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/// A certifier's interface for auditors, on its internal port: what it was told was committed. A committer that tells
/// certifiers something else than the world has signed both.
@AnswerMax(bytes = 16 << 20)
public interface CertifierInternalApi {

    int CHECKPOINTS_MAX = 100;

    /// Checkpoints that the certifier believed, in the order of the ledger. It keeps a bounded number of the last
    /// blocks; since the state hash covers all before, any one of them shows a difference at an earlier block too.
    ///
    /// @param fromBlock first block, at least 1
    /// @param limit 1 to [#CHECKPOINTS_MAX]; a block with two different ones is given whole
    @GetExchange("/internal/v1/checkpoints")
    List<BelievedCheckpoint> checkpoints(@RequestParam("fromBlock") long fromBlock, @RequestParam("limit") int limit);

    /// @param committer index in the configuration
    /// @param statuses hex, one byte for each transaction of the block: its status' number
    /// @param signature the committer's over the checkpoint, hex
    record BelievedCheckpoint(
            long number,
            String headerHash,
            String statusRoot,
            String stateHash,
            int committer,
            String statuses,
            String signature) {}
}
