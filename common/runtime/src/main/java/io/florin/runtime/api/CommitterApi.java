package io.florin.runtime.api;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// What anyone may ask of a committer, on its public port.
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

    /// What blocks did, in order, for followers who keep their own view (banks, pages).
    ///
    /// @param from first block number
    /// @param limit at most 100 blocks
    /// @return complete blocks only; empty when `from` is not complete yet
    @GetExchange("/v1/changes")
    List<BlockChanges> changes(@RequestParam("from") long from, @RequestParam("limit") int limit);

    /// The same, but when `from` is not complete yet, the answer waits for it: for followers at the head.
    ///
    /// @param waitMillis at most 20,000; must be well below the caller's own time limit for answers
    @GetExchange("/v1/changes/awaited")
    default List<BlockChanges> changes(
            @RequestParam("from") long from,
            @RequestParam("limit") int limit,
            @RequestParam("waitMillis") long waitMillis) {
        return changes(from, limit);
    }

    /// When a complete block came to this committer and when it was done, by its own wall clock. For people who follow
    /// a payment: not signed, and nothing is decided by it.
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

    /// @param statusRoot and stateHash as signed in the checkpoint
    /// @param signature the committer's signature over the checkpoint, hex
    record BlockChanges(
            long number,
            String headerHash,
            String statusRoot,
            String stateHash,
            int committer,
            String signature,
            List<TransactionChange> transactions) {}

    /// @param id empty where no settlement transaction could be read
    /// @param kind `ISSUE`, `TRANSFER`, `REDEEM`, `CONFIGURATION`, or empty
    /// @param created tokens created, none unless committed
    /// @param spent keys of the tokens spent, of unlinkable ones those of their serial numbers; none unless committed
    /// @param supplyRecordKey hex key of a withdrawal or redemption record written, or empty
    /// @param hidden what a committed transaction created where owners or values are hidden, null if nothing; the only
    ///     field of an answer that may be missing, also where answers are to be complete
    record TransactionChange(
            long index,
            String id,
            String status,
            String kind,
            List<TokenView> created,
            List<String> spent,
            String supplyRecordKey,
            @JsonSetter(nulls = Nulls.SET) @Nullable HiddenOutputs hidden) {

        /// A transaction without hidden outputs.
        public TransactionChange(
                long index,
                String id,
                String status,
                String kind,
                List<TokenView> created,
                List<String> spent,
                String supplyRecordKey) {
            this(index, id, status, kind, created, spent, supplyRecordKey, null);
        }
    }

    /// Tokens whose owners or values nobody sees, and what a payee needs to check a note against them.
    ///
    /// @param model code of the privacy model
    /// @param reads all keys the transaction read, in order, hex: what the outputs of the unlinkable model commit over
    /// @param tokens `HiddenToken` of output 0, 1, … in hex
    record HiddenOutputs(int model, List<String> reads, List<String> tokens) {}
}
