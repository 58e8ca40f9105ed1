package io.florin.audit;

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
import java.util.function.Function;

/// Asks one endorser after the other for client transactions. An answer counts if its content hashes to the id and no
/// flaw is found in it; whatever else an endorser answers says nothing, or that he does not have it. The id leaves out
/// proof and approvals, so a flaw may be the endorser's and not the payment's: the next one is asked.
public final class PaymentArchive {
    public static final int BATCH_MAX = EndorserInternalApi.CLIENT_TRANSACTIONS_MAX;

    private final List<EndorserInternalApi> endorsers;

    public PaymentArchive(List<EndorserInternalApi> endorsers) {
        this.endorsers = List.copyOf(endorsers);
    }

    /// @param payments without a flaw
    /// @param flawed the first one with a flaw, for ids of which nobody gave one without
    /// @param denials of how many endorsers, for ids of which nobody gave one without a flaw; one with a flaw is a
    /// denial
    public record Found(
            Map<TransactionId, ClientTransaction> payments,
            Map<TransactionId, Flawed> flawed,
            Map<TransactionId, Integer> denials) {}

    /// A payment whose content is the one asked for, and what is wrong with it.
    public record Flawed(ClientTransaction client, String flaw) {}

    public int endorsers() {
        return endorsers.size();
    }

    /// @param ids at most [#BATCH_MAX]
    /// @param turn which endorser is asked first
    /// @param flaws what is wrong with some of what an endorser gave
    public Found search(
            Collection<TransactionId> ids,
            int turn,
            Function<Map<TransactionId, ClientTransaction>, Map<TransactionId, String>> flaws) {
        Found found = new Found(new HashMap<>(), new HashMap<>(), new HashMap<>());
        SequencedSet<TransactionId> missing = new LinkedHashSet<>(ids);
        for (int i = 0; i < endorsers.size() && !missing.isEmpty(); i++) {
            Map<TransactionId, ClientTransaction> given = new HashMap<>();
            ask(endorsers.get(Math.floorMod(turn + i, endorsers.size())), missing, given, found.denials());
            Map<TransactionId, String> wrong = given.isEmpty() ? Map.of() : flaws.apply(given);
            given.forEach((id, client) -> {
                String flaw = wrong.get(id);
                if (flaw == null) {
                    found.payments().put(id, client);
                    found.flawed().remove(id);
                    missing.remove(id);
                } else {
                    found.flawed().putIfAbsent(id, new Flawed(client, flaw));
                    found.denials().merge(id, 1, Integer::sum);
                }
            });
        }
        return found;
    }

    /// He may answer in parts; each part must answer something.
    private static void ask(
            EndorserInternalApi endorser,
            Collection<TransactionId> ids,
            Map<TransactionId, ClientTransaction> given,
            Map<TransactionId, Integer> denials) {
        SequencedSet<TransactionId> open = new LinkedHashSet<>(ids);
        try {
            int before = open.size() + 1;
            while (!open.isEmpty() && open.size() < before) {
                before = open.size();
                take(
                        endorser.clientTransactions(
                                open.stream().map(TransactionId::toHex).toList()),
                        open,
                        given,
                        denials);
            }
        } catch (RuntimeException unusable) {
            // no answer, or a liar's: what is left is asked for again later
        }
    }

    private static void take(
            ClientTransactions answer,
            SequencedSet<TransactionId> open,
            Map<TransactionId, ClientTransaction> given,
            Map<TransactionId, Integer> denials) {
        List<TransactionId> denied = new ArrayList<>();
        for (HeldTransaction held : answer.held()) {
            TransactionId id = TransactionId.fromHex(held.id());
            if (open.remove(id) && !take(id, held.encoded(), given)) {
                denied.add(id);
            }
        }
        for (String absent : answer.absent()) {
            TransactionId id = TransactionId.fromHex(absent);
            if (open.remove(id)) {
                denied.add(id);
            }
        }
        denied.forEach(id -> denials.merge(id, 1, Integer::sum));
    }

    private static boolean take(TransactionId id, String encoded, Map<TransactionId, ClientTransaction> given) {
        try {
            ClientTransaction client =
                    ClientTransaction.decode(Base64.getDecoder().decode(encoded));
            if (client.id().equals(id)) {
                given.put(id, client);
                return true;
            }
            return false;
        } catch (DecodeException | IllegalArgumentException somethingElse) {
            return false;
        }
    }
}
