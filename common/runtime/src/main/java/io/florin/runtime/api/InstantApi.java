package io.florin.runtime.api;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;

/// An authority of an instant rail, on its public port. Payments go over the rail's own port
/// ([io.florin.runtime.rail.RailLink]).
public interface InstantApi {

    @GetExchange("/v1/rail")
    RailView rail();

    /// @param id of the deposit's transaction, hex
    @GetExchange("/v1/rail/deposits/{id}")
    DepositView deposit(@PathVariable("id") String id);

    /// @param rail its number in the configuration
    /// @param currency namespace of its money
    /// @param kind `ACCOUNTS` or `OUTPUTS`
    /// @param scheme how its authorities sign: `NAIVE_ED25519`, `MERKLE_BATCH` or `THRESHOLD_BLS`
    /// @param finality `EFFECTS` or `VOTES`
    /// @param authorities of the committee, 3F + 1
    /// @param quorum 2F + 1
    /// @param floatLimit money that may be on the rail at once, minor units, when it was opened here
    /// @param expiryBlocksMax how many blocks ahead of the ledger's height an order may expire
    /// @param authority the number of this one
    /// @param standing `STARTING`, `SIGNING`, `RESTORED` or `STOPPED`
    /// @param height last block of the ledger that it was told of
    /// @param shards of this authority
    /// @param connected other authorities that it is connected to
    record RailView(
            int rail,
            int currency,
            String kind,
            long epoch,
            String scheme,
            String finality,
            int authorities,
            int quorum,
            long floatLimit,
            long expiryBlocksMax,
            int authority,
            String standing,
            long height,
            int shards,
            int connected) {}

    /// @param height last block of the ledger that the authority was told of
    record DepositView(String transactionId, boolean credited, long height) {}
}
