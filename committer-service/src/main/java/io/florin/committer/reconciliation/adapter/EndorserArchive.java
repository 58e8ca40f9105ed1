package io.florin.committer.reconciliation.adapter;

import io.florin.committer.reconciliation.SearchResult;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.EndorserInternalApi.ClientTransactions;
import io.florin.runtime.api.EndorserInternalApi.HeldTransaction;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/// Asks endorsers for client transactions, many at once, each endorser in turn, beginning with another one each time.
/// Whoever does not answer, or answers something that cannot be, says nothing about what is left of his question.
final class EndorserArchive {

    /// Client transactions in one question.
    static final int BATCH_MAX = EndorserInternalApi.CLIENT_TRANSACTIONS_MAX;

    private final List<EndorserInternalApi> endorsers;

    EndorserArchive(List<EndorserInternalApi> endorsers) {
        this.endorsers = List.copyOf(endorsers);
    }

    /// @param ids at most [#BATCH_MAX] of them
    /// @return a result for each
    Map<TransactionId, SearchResult> search(Collection<TransactionId> ids, int firstEndorser) {
        SequencedSet<TransactionId> missing = new LinkedHashSet<>(ids);
        Map<TransactionId, SearchResult> results = new HashMap<>();
        Map<TransactionId, Integer> denials = new HashMap<>();
        for (int i = 0; i < endorsers.size() && !missing.isEmpty(); i++) {
            Search search = new Search(missing);
            search.ask(endorsers.get(Math.floorMod(firstEndorser + i, endorsers.size())));
            search.found.forEach((id, client) -> results.put(id, new SearchResult.Found(client)));
            search.denied.forEach(id -> denials.merge(id, 1, Integer::sum));
            missing.removeAll(search.found.keySet());
        }
        missing.forEach(id -> results.put(id, new SearchResult.NotFound(denials.getOrDefault(id, 0))));
        return results;
    }

    /// One endorser's answers. He may give them in parts; each part must answer something.
    private static final class Search {
        private final SequencedSet<TransactionId> open;
        private final Map<TransactionId, ClientTransaction> found = new LinkedHashMap<>();
        private final List<TransactionId> denied = new ArrayList<>();

        Search(Collection<TransactionId> ids) {
            this.open = new LinkedHashSet<>(ids);
        }

        void ask(EndorserInternalApi endorser) {
            try {
                int before = open.size() + 1;
                while (!open.isEmpty() && open.size() < before) {
                    before = open.size();
                    take(endorser.clientTransactions(
                            open.stream().map(TransactionId::toHex).toList()));
                }
            } catch (RuntimeException unusable) {
                // no answer, or one of a liar (nulls, no hex): says nothing about the rest, which is looked for again
                // later. Whatever an endorser answers, it must not stop the committer.
            }
        }

        private void take(ClientTransactions answer) {
            for (HeldTransaction held : answer.held()) {
                TransactionId id = TransactionId.fromHex(held.id());
                if (open.remove(id)) {
                    take(id, held.encoded());
                }
            }
            for (String absent : answer.absent()) {
                TransactionId id = TransactionId.fromHex(absent);
                if (open.remove(id)) {
                    denied.add(id);
                }
            }
        }

        private void take(TransactionId id, String encoded) {
            try {
                ClientTransaction client =
                        ClientTransaction.decode(Base64.getDecoder().decode(encoded));
                if (client.id().equals(id)) {
                    found.put(id, client);
                    return;
                }
            } catch (DecodeException | IllegalArgumentException somethingElse) {
                // as good as nothing
            }
            denied.add(id);
        }
    }
}
