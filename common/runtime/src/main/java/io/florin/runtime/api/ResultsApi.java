package io.florin.runtime.api;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/// A committer's interface for services that follow the ledger, on its public port; read with
/// [io.florin.runtime.chain.ResultReader].
public interface ResultsApi {

    /// Results of blocks, in order, with all that proves them.
    ///
    /// @param from first block number
    /// @param limit at most 100 blocks
    /// @param waitMillis how long the answer may wait for `from`, at most 20,000; well below the caller's own time
    /// limit
    /// @return encoded list of `BlockResult`, of complete blocks only; empty when `from` is not complete in that time
    @GetExchange(value = "/v1/results", accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] results(
            @RequestParam("from") long from,
            @RequestParam("limit") int limit,
            @RequestParam("waitMillis") long waitMillis);

    /// Signed checkpoints of complete blocks, in order: for who reads results from another committer and wants more
    /// signatures than one.
    ///
    /// @param from first block number
    /// @param limit at most 100
    /// @return encoded list of `SignedCheckpoint`
    @GetExchange(value = "/v1/checkpoints", accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] checkpoints(@RequestParam("from") long from, @RequestParam("limit") int limit);
}
