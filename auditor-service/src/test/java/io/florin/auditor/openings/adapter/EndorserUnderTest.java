package io.florin.auditor.openings.adapter;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.runtime.api.EndorserInternalApi;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// An endorser that holds some payments.
///
/// @param asked happens before it answers
record EndorserUnderTest(Map<TransactionId, ClientTransaction> held, Runnable asked) implements EndorserInternalApi {
    @Override
    public List<Integer> check(byte[] submissions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ShareAnswer share(ShareRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public byte[] clientTransaction(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientTransactions clientTransactions(List<String> ids) {
        asked.run();
        List<HeldTransaction> found = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (String id : ids) {
            ClientTransaction client = held.get(TransactionId.fromHex(id));
            if (client == null) {
                absent.add(id);
            } else {
                found.add(new HeldTransaction(id, Base64.getEncoder().encodeToString(client.encode())));
            }
        }
        return new ClientTransactions(found, absent);
    }
}
