package io.florin.committer.reconciliation.adapter;

import io.florin.committer.reconciliation.SearchResult;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.api.EndorserInternalApi;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Asks endorsers for a client transaction, each in turn, beginning with another one each time.
final class EndorserArchive {

    private final List<EndorserInternalApi> endorsers;

    EndorserArchive(List<EndorserInternalApi> endorsers) {
        this.endorsers = List.copyOf(endorsers);
    }

    SearchResult search(TransactionId id, int firstEndorser) {
        int denied = 0;
        for (int i = 0; i < endorsers.size(); i++) {
            EndorserInternalApi endorser = endorsers.get(Math.floorMod(firstEndorser + i, endorsers.size()));
            try {
                ClientTransaction found = ClientTransaction.decode(endorser.clientTransaction(id.toHex()));
                if (found.id().equals(id)) {
                    return new SearchResult.Found(found);
                }
                denied++;
            } catch (DecodeException somethingElse) {
                denied++;
            } catch (HttpClientErrorException answered) {
                if (answered.getStatusCode().value() == HttpStatus.NOT_FOUND.value()) {
                    denied++;
                }
            } catch (RestClientException unreachable) {
                // says nothing about the transaction; looked for again later
            }
        }
        return new SearchResult.NotFound(denied);
    }
}
