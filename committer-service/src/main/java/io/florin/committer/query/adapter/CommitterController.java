package io.florin.committer.query.adapter;

import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.query.LedgerQueries;
import io.florin.committer.query.ResultQueries;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.BlockResult;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The public interface: translates and asks [LedgerQueries].
@RestController
public class CommitterController implements CommitterApi {

    private static final int IDS_MAX = 1000;
    private static final long WAIT_MILLIS_MAX = 20_000;

    private final LedgerQueries queries;
    private final ResultQueries results;
    private final LedgerReader ledger;

    public CommitterController(LedgerQueries queries, ResultQueries results, LedgerReader ledger) {
        this.queries = queries;
        this.results = results;
        this.ledger = ledger;
    }

    @Operation(summary = "The last complete block")
    @ApiResponse(responseCode = "200", description = "Its number, hashes and configuration version")
    @Override
    public LedgerHead head() {
        var head = queries.head();
        return new LedgerHead(
                head.checkpoint().network().toHex(),
                head.number(),
                head.checkpoint().headerHash().toHex(),
                head.checkpoint().stateHash().toHex(),
                head.configuration().version());
    }

    @Operation(summary = "Genesis and the configuration in force, canonically encoded, in base64")
    @ApiResponse(responseCode = "200", description = "The network")
    @Override
    public NetworkView network() {
        var base64 = Base64.getEncoder();
        return new NetworkView(
                ledger.genesis().networkId().toHex(),
                base64.encodeToString(ledger.genesis().encode()),
                base64.encodeToString(queries.head().configuration().encode()));
    }

    @Operation(summary = "The final status of the transaction that claimed an id")
    @ApiResponse(responseCode = "200", description = "Final: it never changes")
    @Override
    public TransactionView transaction(@PathVariable("id") String id) {
        TransactionId wanted = parse(TransactionId::fromHex, id, "id");
        return answer(() -> queries.transaction(wanted).orElseThrow(CommitterController::notFound));
    }

    @Operation(
            summary = "The final statuses of up to 1000 ids",
            description = "Ids without a final status are left out.")
    @ApiResponse(responseCode = "200", description = "Those that are final")
    @Override
    public List<TransactionView> transactions(@RequestBody List<String> ids) {
        if (ids.size() > IDS_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "At most " + IDS_MAX + " ids at once.");
        }
        List<TransactionId> wanted =
                ids.stream().map(id -> parse(TransactionId::fromHex, id, "id")).toList();
        return answer(() -> queries.transactions(wanted));
    }

    @Operation(summary = "The receipt of a final status: inclusion proof and signed checkpoint")
    @ApiResponse(responseCode = "200", description = "An encoded receipt")
    @Override
    public byte[] receipt(@PathVariable("id") String id) {
        TransactionId wanted = parse(TransactionId::fromHex, id, "id");
        return answer(() -> queries.receipt(wanted)
                .orElseThrow(CommitterController::notFound)
                .encode());
    }

    @Operation(summary = "An unspent token by its state key")
    @ApiResponse(responseCode = "200", description = "The token")
    @Override
    public TokenView token(@PathVariable("key") String key) {
        StateKey wanted = parse(StateKey::fromHex, key, "key");
        return answer(() -> queries.token(wanted).orElseThrow(CommitterController::notFound));
    }

    @Operation(summary = "The unspent tokens of an owner at one height")
    @ApiResponse(responseCode = "200", description = "All of them")
    @Override
    public OwnerTokens tokensOf(@PathVariable("owner") String owner) {
        OwnerKey wanted = parse(OwnerKey::fromHex, owner, "owner");
        return answer(() -> queries.tokensOf(wanted));
    }

    private static void requireRange(long from, int limit) {
        if (from < 1 || limit < 1 || limit > BlockResult.LIST_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "Blocks start at 1, and one answer has 1 to " + BlockResult.LIST_MAX + " of them.");
        }
    }

    private void awaitComplete(long block, long waitMillis) {
        try {
            ledger.awaitComplete(block, Duration.ofMillis(Math.clamp(waitMillis, 0, WAIT_MILLIS_MAX)));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Operation(
            summary = "What blocks did, in order, with all that proves it",
            description =
                    "For services that follow the ledger. At most 100 complete blocks, fewer where they are large;"
                            + " waits for the first one for at most 20 seconds.")
    @ApiResponse(responseCode = "200", description = "An encoded list of block results, which may be empty")
    @Override
    public byte[] results(
            @RequestParam("from") long from,
            @RequestParam("limit") int limit,
            @RequestParam("waitMillis") long waitMillis) {
        requireRange(from, limit);
        awaitComplete(from, waitMillis);
        return answer(() -> results.results(from, limit));
    }

    @Operation(
            summary = "Signed checkpoints of complete blocks, in order",
            description = "For those who read results from another committer and want more signatures than one.")
    @ApiResponse(responseCode = "200", description = "An encoded list of signed checkpoints, which may be empty")
    @Override
    public byte[] checkpoints(@RequestParam("from") long from, @RequestParam("limit") int limit) {
        requireRange(from, limit);
        return answer(() -> results.checkpoints(from, limit));
    }

    @Operation(
            summary = "When a complete block came to this committer and was done",
            description = "By this committer's own clock, for people; not signed. Times of old blocks are not kept for"
                    + " ever.")
    @ApiResponse(responseCode = "200", description = "The times, of RFC 3339")
    @Override
    public BlockTimes times(@PathVariable("number") long number) {
        return queries.times(number)
                .map(times -> new BlockTimes(number, times.received(), times.completed()))
                .orElseThrow(() -> new ProblemException(
                        ProblemCode.NOT_FOUND, "The block is not complete, or its times are not kept."));
    }

    /// @param text null where a list in JSON has a null
    private static <T> T parse(Function<String, T> parser, @Nullable String text, String name) {
        try {
            return parser.apply(text == null ? "" : text);
        } catch (IllegalArgumentException notHex) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, name + ": 64 hexadecimal digits.");
        }
    }

    private static <T> T answer(Supplier<T> query) {
        try {
            return query.get();
        } catch (LedgerQueries.NotYet e) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "The state is being completed after a restart.");
        } catch (LedgerQueries.TooManyTokens e) {
            throw new ProblemException(
                    ProblemCode.CONFLICT, "The owner has more than " + LedgerQueries.TOKENS_MAX + " tokens.");
        }
    }

    private static ProblemException notFound() {
        return new ProblemException(ProblemCode.NOT_FOUND, "No final status, or no unspent token, under this name.");
    }
}
