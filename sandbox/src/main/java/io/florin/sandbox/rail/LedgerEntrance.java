package io.florin.sandbox.rail;

import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.submission.EndorserClient;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.payment.LedgerView;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The ledger as a wallet reaches it: its tokens by the committer, and transactions by the endorsers. The rail's
/// currency only, of which the auditor signs off nothing. Any thread.
final class LedgerEntrance {
    private final DemoClients clients;
    private final EndorserClient endorsers;
    private final NetworkId network;
    private final NetworkConfiguration configuration;
    private final InstantRail rail;

    LedgerEntrance(DemoClients clients, RailId rail) {
        this.clients = clients;
        this.endorsers = new EndorserClient(clients.endorsers(), new SecureRandom());
        CommitterApi.NetworkView shown = clients.committer().network();
        this.network = NetworkId.fromHex(shown.networkId());
        this.configuration = NetworkConfiguration.decode(Base64.getDecoder().decode(shown.configuration()));
        this.rail = configuration.rail(rail).orElseThrow(() -> new SandboxException("the ledger has no rail " + rail));
    }

    NetworkId network() {
        return network;
    }

    /// The rail as the configuration in force has it.
    InstantRail rail() {
        return rail;
    }

    long height() {
        return clients.committer().head().number();
    }

    LedgerView view() {
        CommitterApi.LedgerHead head = clients.committer().head();
        int rules = configuration.namespace(rail.currency()).orElseThrow().rulesVersion();
        return new LedgerView(
                network, rail.currency(), rules, head.configurationVersion(), head.number(), configuration.limits());
    }

    List<TokenReference> tokensOf(OwnerKey owner) {
        return clients.committer().tokensOf(owner.toHex()).tokens().stream()
                .map(view -> new TokenReference(
                        TransactionId.fromHex(view.transactionId()),
                        view.output(),
                        new Token(OwnerKey.fromHex(view.owner()), view.type(), Amount.of(view.value()))))
                .toList();
    }

    /// Hands a transaction in until an endorser takes it, and waits for its final status.
    ///
    /// @throws EndorserClient.Refused when so many endorsers refuse that it cannot commit
    /// @throws SandboxException unless it is committed
    void settle(ClientTransaction transaction) {
        Submission submission = Submission.of(transaction);
        EndorserGroup group = configuration.endorserGroup(rail.currency()).orElseThrow();
        String id = transaction.id().toHex();
        boolean[] taken = {false};
        Await.until("the final status of " + id, Await.PATIENCE, () -> {
            taken[0] = taken[0] || isTaken(submission, group);
            return status(id).isPresent();
        });
        String status = status(id).orElseThrow();
        if (!status.equals("COMMITTED")) {
            throw new SandboxException(transaction.kind() + " " + id + " is " + status);
        }
    }

    private boolean isTaken(Submission submission, EndorserGroup group) {
        try {
            endorsers.submit(submission, group);
            return true;
        } catch (EndorserClient.Unavailable away) {
            return false;
        }
    }

    private Optional<String> status(String id) {
        return clients.committer().transactions(List.of(id)).stream()
                .map(CommitterApi.TransactionView::status)
                .findFirst();
    }
}
