package io.florin.runtime.api;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// A committer's interface for everybody, on its public port.
public interface CommitterApi extends ResultsApi {

    @GetExchange("/v1/ledger")
    LedgerHead head();

    /// Genesis and the configuration in force, canonically encoded and in base64.
    @GetExchange("/v1/network")
    NetworkView network();

    /// @return the final status of the transaction that claimed the id; 404 while there is none
    @GetExchange("/v1/transactions/{id}")
    TransactionView transaction(@PathVariable("id") String id);

    /// Statuses of up to 1000 ids at once; ids without a final status are left out.
    @PostExchange("/v1/transactions/statuses")
    List<TransactionView> transactions(@RequestBody List<String> ids);

    /// @return an encoded `Receipt`; 404 while there is no final status
    @GetExchange(value = "/v1/transactions/{id}/receipt", accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] receipt(@PathVariable("id") String id);

    /// @return an unspent token; 404 otherwise
    @GetExchange("/v1/tokens/{key}")
    TokenView token(@PathVariable("key") String key);

    /// The unspent tokens of an owner at one height.
    @GetExchange("/v1/owners/{owner}/tokens")
    OwnerTokens tokensOf(@PathVariable("owner") String owner);

    /// Times at which a complete block came to this committer and was done, by its own wall clock. For people who
    /// follow a payment: not signed, and nothing is decided by it.
    ///
    /// @return 404 where the block is not complete, or where this committer does not keep its times (any more)
    @GetExchange("/v1/blocks/{number}/times")
    default BlockTimes times(@PathVariable("number") long number) {
        throw new ProblemException(ProblemCode.NOT_FOUND, "This node keeps no times of blocks.");
    }

    /// @param received when the block had come in and was found to be the next certified one; the first time, if it had
    /// to be worked on again
    /// @param completed when all its verdicts were durable and its state hash was signed
    record BlockTimes(long number, Instant received, Instant completed) {}

    /// @param number last complete block, 0 for genesis
    record LedgerHead(String networkId, long number, String headerHash, String stateHash, long configurationVersion) {}

    record NetworkView(String networkId, String genesis, String configuration) {}

    /// @param status name of the final status
    record TransactionView(String id, String status, int statusNumber, long block, long index) {}

    /// @param key state key, hex
    /// @param value minor units
    record TokenView(String key, String owner, int type, long value, String transactionId, int output) {}

    record OwnerTokens(String owner, long block, List<TokenView> tokens) {}
}
