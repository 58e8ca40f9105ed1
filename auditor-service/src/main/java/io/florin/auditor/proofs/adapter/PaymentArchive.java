package io.florin.auditor.proofs.adapter;

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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/// Asks one endorser after the other for client transactions. An answer counts if its content hashes to the id;
/// whatever else an endorser answers says nothing, or that he does not have it.
final class PaymentArchive {
    static final int BATCH_MAX = EndorserInternalApi.CLIENT_TRANSACTIONS_MAX;

    private final List<EndorserInternalApi> endorsers;

    PaymentArchive(List<EndorserInternalApi> endorsers) {
        this.endorsers = List.copyOf(endorsers);
    }

    /// @param denials of how many endorsers, for ids that nobody gave
    record Found(Map<TransactionId, ClientTransaction> payments, Map<TransactionId, Integer> denials) {}

    /// @param ids at most [#BATCH_MAX]
    /// @param turn which endorser is asked first
    Found search(Collection<TransactionId> ids, int turn) {
        Found found = new Found(new HashMap<>(), new HashMap<>());
        SequencedSet<TransactionId> missing = new LinkedHashSet<>(ids);
        for (int i = 0; i < endorsers.size() && !missing.isEmpty(); i++) {
            ask(endorsers.get(Math.floorMod(turn + i, endorsers.size())), missing, found);
            missing.removeAll(found.payments().keySet());
        }
        return found;
    }

    /// He may answer in parts; each part must answer something.
    private static void ask(EndorserInternalApi endorser, Collection<TransactionId> ids, Found found) {
        SequencedSet<TransactionId> open = new LinkedHashSet<>(ids);
        try {
            int before = open.size() + 1;
            while (!open.isEmpty() && open.size() < before) {
                before = open.size();
                take(
                        endorser.clientTransactions(
                                open.stream().map(TransactionId::toHex).toList()),
                        open,
                        found);
            }
        } catch (RuntimeException unusable) {
            // no answer, or a liar's: what is left is asked for again later
        }
    }

    private static void take(ClientTransactions answer, SequencedSet<TransactionId> open, Found found) {
        List<TransactionId> denied = new ArrayList<>();
        for (HeldTransaction held : answer.held()) {
            TransactionId id = TransactionId.fromHex(held.id());
            if (open.remove(id) && !take(id, held.encoded(), found)) {
                denied.add(id);
            }
        }
        for (String absent : answer.absent()) {
            TransactionId id = TransactionId.fromHex(absent);
            if (open.remove(id)) {
                denied.add(id);
            }
        }
        denied.forEach(id -> found.denials().merge(id, 1, Integer::sum));
    }

    private static boolean take(TransactionId id, String encoded, Found found) {
        try {
            ClientTransaction client =
                    ClientTransaction.decode(Base64.getDecoder().decode(encoded));
            if (client.id().equals(id)) {
                found.payments().put(id, client);
                return true;
            }
            return false;
        } catch (DecodeException | IllegalArgumentException somethingElse) {
            return false;
        }
    }
}
