package io.florin.committer.query.adapter;

import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.query.LedgerQueries;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final LedgerReader ledger;

    public CommitterController(LedgerQueries queries, LedgerReader ledger) {
        this.queries = queries;
        this.ledger = ledger;
    }

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

    @Override
    public NetworkView network() {
        var base64 = Base64.getEncoder();
        return new NetworkView(
                ledger.genesis().networkId().toHex(),
                base64.encodeToString(ledger.genesis().encode()),
                base64.encodeToString(queries.head().configuration().encode()));
    }

    @Override
    public TransactionView transaction(@PathVariable("id") String id) {
        TransactionId wanted = parse(TransactionId::fromHex, id, "id");
        return answer(() -> queries.transaction(wanted).orElseThrow(CommitterController::notFound));
    }

    @Override
    public List<TransactionView> transactions(@RequestBody List<String> ids) {
        if (ids.size() > IDS_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "At most " + IDS_MAX + " ids at once.");
        }
        List<TransactionId> wanted =
                ids.stream().map(id -> parse(TransactionId::fromHex, id, "id")).toList();
        return answer(() -> queries.transactions(wanted));
    }

    @Override
    public byte[] receipt(@PathVariable("id") String id) {
        TransactionId wanted = parse(TransactionId::fromHex, id, "id");
        return answer(() -> queries.receipt(wanted)
                .orElseThrow(CommitterController::notFound)
                .encode());
    }

    @Override
    public TokenView token(@PathVariable("key") String key) {
        StateKey wanted = parse(StateKey::fromHex, key, "key");
        return answer(() -> queries.token(wanted).orElseThrow(CommitterController::notFound));
    }

    @Override
    public OwnerTokens tokensOf(@PathVariable("owner") String owner) {
        OwnerKey wanted = parse(OwnerKey::fromHex, owner, "owner");
        return answer(() -> queries.tokensOf(wanted));
    }

    @Override
    public List<BlockChanges> changes(@RequestParam("from") long from, @RequestParam("limit") int limit) {
        if (from < 1 || limit < 1 || limit > LedgerQueries.BLOCKS_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "Blocks start at 1, and one answer has 1 to " + LedgerQueries.BLOCKS_MAX + " of them.");
        }
        return answer(() -> queries.changes(from, limit));
    }

    @Override
    public List<BlockChanges> changes(
            @RequestParam("from") long from,
            @RequestParam("limit") int limit,
            @RequestParam("waitMillis") long waitMillis) {
        try {
            ledger.awaitComplete(from, Duration.ofMillis(Math.clamp(waitMillis, 0, WAIT_MILLIS_MAX)));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return changes(from, limit);
    }

    private static <T> T parse(Function<String, T> parser, String text, String name) {
        try {
            return parser.apply(text);
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
