package io.florin.endorser.api.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.ShareAnswer.Declined;
import io.florin.endorser.protocol.ShareAnswer.Given;
import io.florin.endorser.protocol.ShareAnswer.OtherShares;
import io.florin.endorser.protocol.ShareAnswer.Stale;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The endorser's interface for other endorsers, reconciliation and auditors.
@RestController
public class EndorserInternalController implements EndorserInternalApi {

    /// An answer ends with the client transaction that fills it.
    private static final int ANSWER_BYTES = 2 * 1024 * 1024;

    private final EndorsingService endorsing;
    private final TransactionStore store;
    private final InstantSource clock;

    public EndorserInternalController(EndorsingService endorsing, TransactionStore store, InstantSource clock) {
        this.endorsing = endorsing;
        this.store = store;
        this.clock = clock;
    }

    @Override
    @AllowPeers("endorser")
    public List<Integer> check(@RequestBody byte[] submissions) {
        return checked(submissions).answers();
    }

    private record Checked(List<AcceptedTransaction> accepted, List<Integer> answers) {
        private boolean isAll() {
            return !accepted.isEmpty() && accepted.size() == answers.size();
        }
    }

    private Checked checked(byte[] submissions) {
        List<Submission> list = readable(() -> Submission.decodeList(submissions));
        List<AcceptedTransaction> accepted = new ArrayList<>();
        List<Integer> answers = new ArrayList<>(list.size());
        for (Verdict verdict : endorsing.check(list, clock.millis())) {
            answers.add(
                    switch (verdict) {
                        case Verdict.Accepted(AcceptedTransaction transaction) -> {
                            accepted.add(transaction);
                            yield 0;
                        }
                        case Verdict.Refused(TransactionId _, RefusalReason reason) -> reason.number();
                        case Verdict.Ahead _ ->
                            throw new Failure("the configuration of a proposal is not known here yet");
                    });
        }
        store.store(accepted, false);
        endorsing.stored(accepted);
        return new Checked(accepted, answers);
    }

    /// A share that is not given here may be asked for by itself, and is answered with the reason then.
    @Override
    @AllowPeers("endorser")
    public ProposalAnswer propose(
            @RequestBody byte[] submissions,
            @RequestParam("rulesVersion") int rulesVersion,
            @RequestParam("keyEpoch") long keyEpoch,
            @RequestParam("sharing") String sharing,
            @RequestParam("root") String root) {
        Bytes32 shares = readable(() -> Bytes32.fromHex(sharing));
        Bytes32 all = readable(() -> Bytes32.fromHex(root));
        Checked checked = checked(submissions);
        if (checked.isAll()) {
            ShareOrder order = new ShareOrder(
                    checked.accepted.getFirst().namespace(),
                    rulesVersion,
                    keyEpoch,
                    shares,
                    checked.accepted.stream().map(AcceptedTransaction::id).toList(),
                    all,
                    Collections.emptySortedMap());
            return orWithoutShare(checked.answers, () -> {
                if (endorsing.share(order, PeerAuthentication.currentPeer().id())
                        instanceof Given(int index, Bytes share)) {
                    store.shareGiven(order, clock.millis());
                    return new ProposalAnswer(checked.answers, index, share.toHex());
                }
                return withoutShare(checked.answers);
            });
        }
        return withoutShare(checked.answers);
    }

    /// Verdicts that are kept are answered, though there is no room for a share now or no database that remembers it:
    /// without them the peer would take this endorser for one that did not accept.
    static ProposalAnswer orWithoutShare(List<Integer> verdicts, Supplier<ProposalAnswer> withShare) {
        try {
            return withShare.get();
        } catch (RuntimeException failed) {
            if (failed instanceof Failure
                    || failed instanceof RejectedExecutionException
                    || DatabaseAway.isBehind(failed)) {
                return withoutShare(verdicts);
            }
            throw failed;
        }
    }

    private static ProposalAnswer withoutShare(List<Integer> verdicts) {
        return new ProposalAnswer(verdicts, 0, "");
    }

    @Override
    @AllowPeers("endorser")
    public ShareAnswer share(@RequestBody ShareRequest request) {
        ShareOrder order = readable(() -> order(request));
        return switch (endorsing.share(order, PeerAuthentication.currentPeer().id())) {
            case Given(int index, Bytes share) -> {
                store.shareGiven(order, clock.millis());
                yield new ShareAnswer(index, share.toHex());
            }
            case Stale() ->
                throw new ProblemException(
                        HttpStatus.GONE,
                        "preparation-gone",
                        "Nothing is prepared",
                        "This endorser did not prepare that for you, used it, or has been started again since.",
                        Map.of());
            case OtherShares() ->
                throw new ProblemException(
                        HttpStatus.PRECONDITION_FAILED,
                        "other-shares",
                        "Shares of another refresh",
                        "A refresh lies between this endorser's share and those that you ask for.",
                        Map.of());
            case Declined(String reason) ->
                throw new ProblemException(
                        HttpStatus.CONFLICT, "share-declined", "No share is given", reason, Map.of());
        };
    }

    private static ShareOrder order(ShareRequest request) {
        SortedMap<Integer, Bytes> preparations = new TreeMap<>();
        for (Preparation each : request.preparations()) {
            if (preparations.put(each.index(), Bytes.fromHex(each.prepared())) != null) {
                throw new IllegalArgumentException("two preparations of one signer");
            }
        }
        return new ShareOrder(
                new NamespaceId(request.namespace()),
                request.rulesVersion(),
                request.keyEpoch(),
                Bytes32.fromHex(Objects.requireNonNullElse(request.sharing(), "")),
                request.transactionIds().stream().map(TransactionId::fromHex).toList(),
                Bytes32.fromHex(request.root()),
                preparations);
    }

    @Override
    @AllowPeers({"endorser", "committer", "auditor"})
    public byte[] clientTransaction(@PathVariable("id") String id) {
        TransactionId wanted = readable(() -> TransactionId.fromHex(id));
        Submission held = store.submissions(List.of(wanted)).get(wanted);
        if (held == null) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "This endorser does not hold the transaction.");
        }
        return held.transaction().encode();
    }

    @Override
    @AllowPeers({"endorser", "committer", "auditor", "audit-member"})
    public ClientTransactions clientTransactions(@RequestBody List<String> ids) {
        if (ids.size() > CLIENT_TRANSACTIONS_MAX) {
            throw new ProblemException(
                    ProblemCode.MALFORMED_REQUEST, "At most " + CLIENT_TRANSACTIONS_MAX + " transactions at once.");
        }
        List<TransactionId> wanted = readable(
                () -> ids.stream().map(TransactionId::fromHex).distinct().toList());
        Map<TransactionId, Submission> found = store.submissions(wanted);
        List<HeldTransaction> held = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        int bytes = 0;
        for (TransactionId id : wanted) {
            Submission submission = found.get(id);
            if (submission == null) {
                absent.add(id.toHex());
            } else if (bytes < ANSWER_BYTES) {
                byte[] encoded = submission.transaction().encode();
                bytes += encoded.length;
                held.add(new HeldTransaction(id.toHex(), Base64.getEncoder().encodeToString(encoded)));
            }
        }
        return new ClientTransactions(held, absent);
    }

    private static <T> T readable(Supplier<T> decoder) {
        try {
            return decoder.get();
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, String.valueOf(unreadable.getMessage()));
        }
    }
}
