package io.florin.bank.network;

import io.florin.bank.protocol.TransactionTrace;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import java.util.List;
import java.util.Optional;
import org.springframework.web.client.RestClientException;

/// Asks endorsers and the committer over their public ports. For pages: nothing is decided by what they say.
public final class NetworkTrace implements TransactionTrace {

    private final List<EndorserApi> endorsers;
    private final CommitterApi committer;

    public NetworkTrace(List<EndorserApi> endorsers, CommitterApi committer) {
        this.endorsers = List.copyOf(endorsers);
        this.committer = committer;
    }

    @Override
    public Optional<SubmissionProgress> progress(String transactionId) {
        for (EndorserApi endorser : endorsers) {
            try {
                return Optional.of(endorser.progress(transactionId));
            } catch (RestClientException unknownOrSilent) {
                continue;
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<TransactionView> finalStatus(String transactionId) {
        try {
            return Optional.of(committer.transaction(transactionId));
        } catch (RestClientException unknownOrSilent) {
            return Optional.empty();
        }
    }
}
