package io.florin.doubles.ledger;

import io.florin.doubles.api.Unasked;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.EndorserInternalApi.ClientTransactions;
import io.florin.runtime.api.EndorserInternalApi.HeldTransaction;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Payments that an endorser holds.
public final class HeldPayments {
    private HeldPayments() {}

    /// An endorser that gives them to whoever asks by id.
    ///
    /// @param held as they are at the moment of a question, null for what it does not have
    /// @param asked happens before it answers
    public static EndorserInternalApi endorser(
            Function<TransactionId, @Nullable ClientTransaction> held, Runnable asked) {
        return new EndorserInternalApi() {
            @Override
            public List<Integer> check(byte[] submissions) {
                throw new Unasked("check");
            }

            @Override
            public ProposalAnswer propose(
                    byte[] submissions, int rulesVersion, long keyEpoch, String sharing, String root) {
                throw new Unasked("propose");
            }

            @Override
            public ShareAnswer share(ShareRequest request) {
                throw new Unasked("share");
            }

            @Override
            public byte[] clientTransaction(String id) {
                throw new Unasked("clientTransaction");
            }

            @Override
            public ClientTransactions clientTransactions(List<String> ids) {
                return answer(held, asked, ids);
            }
        };
    }

    private static ClientTransactions answer(
            Function<TransactionId, @Nullable ClientTransaction> held, Runnable asked, List<String> ids) {
        asked.run();
        List<HeldTransaction> found = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (String id : ids) {
            ClientTransaction client = held.apply(TransactionId.fromHex(id));
            if (client == null) {
                absent.add(id);
            } else {
                found.add(new HeldTransaction(id, Base64.getEncoder().encodeToString(client.encode())));
            }
        }
        return new ClientTransactions(found, absent);
    }
}
