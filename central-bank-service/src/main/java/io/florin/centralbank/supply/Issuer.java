package io.florin.centralbank.supply;

import io.florin.crypto.Bytes;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.wallet.submit.adapter.EndorserClient;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns approved withdrawals into issues and sends them until the ledger has said its final word. The transaction is
/// stored before it is sent; sending again is harmless; a new attempt begins only when the old one can never commit.
/// That it settled is the follower's to say, from the withdrawal's record on the ledger. One thread drives it.
final class Issuer {

    private static final Logger LOG = LoggerFactory.getLogger(Issuer.class);

    private final SupplyDesk desk;
    private final Network network;
    private final CommitterApi committer;
    private final EndorserClient endorsers;

    Issuer(SupplyDesk desk, Network network, CommitterApi committer, EndorserClient endorsers) {
        this.desk = desk;
        this.network = network;
        this.committer = committer;
        this.endorsers = endorsers;
    }

    /// @return requests looked at
    int step() {
        network.refresh();
        long height = committer.head().number();
        List<StoredRequest> approved = desk.hasIncident() ? List.of() : desk.withdrawals(RequestState.APPROVED);
        for (StoredRequest request : approved) {
            Issue issue = issue(request.request(), height);
            desk.submitted(request.request().id(), issue);
            send(issue);
        }
        List<StoredRequest> submitted = desk.withdrawals(RequestState.SUBMITTED);
        for (StoredRequest request : submitted) {
            follow(request, height);
        }
        return 0;
    }

    private Issue issue(SupplyRequest request, long height) {
        Token token = new Token(request.owner(), network.currency().id().value(), request.amount());
        return new Issue(
                network.header(height), request, List.of(token), List.of(Bytes.EMPTY), desk.approvals(request.id()));
    }

    private void follow(StoredRequest request, long height) {
        List<TransactionView> found = committer.transactions(List.of(request.transactionIdHex()));
        boolean failed = !found.isEmpty()
                && !TransactionStatus.valueOf(found.getFirst().status()).isCommitted();
        boolean expired = found.isEmpty() && height > request.expiryHeight();
        byte[] transaction = request.transaction();
        if (failed || expired) {
            desk.attemptEnded(request.request().id(), request.transactionIdHex());
        } else if (found.isEmpty() && transaction != null) {
            send(ClientTransaction.decode(transaction));
        }
    }

    private void send(ClientTransaction issue) {
        try {
            endorsers.submit(Submission.of(issue));
        } catch (EndorserClient.Refused e) {
            LOG.warn("an issue was refused by the endorsers: {}", e.getMessage());
        } catch (EndorserClient.Unavailable e) {
            LOG.debug("no endorser answers: {}", e.getMessage());
        }
    }
}
