package io.florin.centralbank.supply;

import io.florin.centralbank.incidents.Incidents;
import io.florin.crypto.Bytes;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.submission.Resends;
import io.florin.runtime.submission.SubmissionClient;
import io.florin.runtime.submission.SubmissionClient.Answer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Turns approved withdrawals into issues and sends them until the ledger has said its final word. The transaction is
/// stored, and its id written for good, before it is sent; sending again is harmless; a new attempt begins only when
/// the old one can never commit, and even if that judgement were wrong the withdrawal's key on the ledger lets only one
/// commit. That it settled is the follower's to say, from the withdrawal's record on the ledger.
///
/// Owned by one thread. While an incident is open nothing is made and nothing is sent.
public final class Issuer {
    private final SupplyService supply;
    private final Network network;
    private final CommitterApi committer;
    private final SubmissionClient endorsers;
    private final Optional<AuditorApi> auditor;
    private final Incidents incidents;
    private final Resends<String> resends;

    Issuer(
            SupplyService supply,
            Network network,
            CommitterApi committer,
            SubmissionClient endorsers,
            Optional<AuditorApi> auditor,
            Incidents incidents,
            InstantSource clock) {
        this.supply = supply;
        this.network = network;
        this.committer = committer;
        this.endorsers = endorsers;
        this.auditor = auditor;
        this.incidents = incidents;
        this.resends = new Resends<>(clock);
    }

    /// Looks at all withdrawals under way.
    ///
    /// @return [BackgroundLoop#AWAITS] while there are some: what there is to wait for is elsewhere
    public int step() {
        List<StoredRequest> approved = supply.withdrawals(RequestState.APPROVED);
        List<StoredRequest> submitted = supply.withdrawals(RequestState.SUBMITTED);
        if (approved.isEmpty() && submitted.isEmpty()) {
            resends.retain(List.of());
            return 0;
        }
        long version = network.configuration().version();
        // before the statuses are asked for: what has no status at this height has passed it
        LedgerHead head = committer.head();
        long height = head.number();
        submitted.forEach(request -> follow(request, height, version));
        boolean stale = head.configurationVersion() > version;
        for (StoredRequest request : approved) {
            if (incidents.issuingStopped() || stale) {
                break;
            }
            issue(request, height);
        }
        return BackgroundLoop.AWAITS;
    }

    private void issue(StoredRequest stored, long height) {
        SupplyRequest request = stored.request();
        Optional<TreasuryAddress> payee = network.payee(stored);
        if (network.isHidden() && payee.isEmpty()) {
            incidents.raise("payee-not-signed", request.id().toHex());
            return;
        }
        List<OfficerApproval> approvals = supply.approvals(stored);
        int required = network.configuration().officers().approvalsRequired();
        if (network.isHidden() && approvals.size() < required) {
            supply.recount(); // the token that they signed is not the one that would be made now
            return;
        }
        ClientTransaction issue = network.issue(request, payee, height, approvals);
        if (supply.submitted(request.id(), issue)) {
            send(stored, issue, endorsers::submit);
        }
    }

    /// @param version in force at the height: what names an earlier one and has no status cannot commit any more
    private void follow(StoredRequest stored, long height, long version) {
        String transactionId = stored.transactionIdHex();
        List<TransactionView> found = committer.transactions(List.of(transactionId)).stream()
                .filter(each -> each.id().equals(transactionId))
                .toList();
        boolean aborted = !found.isEmpty()
                && !TransactionStatus.valueOf(found.getFirst().status()).isCommitted();
        Optional<ClientTransaction> issue = stored.issue();
        boolean superseded = issue.isPresent() && issue.get().header().configurationVersion() < version;
        boolean expired = found.isEmpty() && (superseded || height >= stored.expiryHeight());
        if (aborted || expired) {
            end(stored.request(), transactionId);
        } else if (found.isEmpty()
                && issue.isPresent()
                && resends.isDue(transactionId)
                && !incidents.issuingStopped()) {
            send(stored, issue.get(), endorsers::submitAgain);
        }
    }

    private void send(
            StoredRequest stored,
            ClientTransaction issue,
            BiFunction<Supplier<Submission>, EndorserGroup, Answer> endorsers) {
        SupplyRequest request = stored.request();
        if (!supply.isAttempt(request.id(), issue)) {
            // the issue that stands in the database as under way was not made here
            incidents.raise(
                    "issue-not-made-here",
                    request.id().toHex() + " " + issue.id().toHex());
            return;
        }
        Optional<byte[]> shown = network.shown(stored, issue);
        if (shown.isEmpty()) {
            incidents.raise("payee-not-signed", request.id().toHex());
            return;
        }
        String transactionId = issue.id().value().toHex();
        resends.sent(transactionId);
        Answer answer = endorsers.apply(
                () -> new Submission(issue, audit(issue, shown.get())),
                network.configuration()
                        .endorserGroup(issue.header().namespace())
                        .orElseThrow());
        switch (answer) {
            case Answer.Taken _ -> {}
            case Answer.Again(String code) -> supply.refusedByEndorsers(request.id(), code);
            case Answer.Outdated(String code) -> {
                supply.refusedByEndorsers(request.id(), code);
                end(request, transactionId);
            }
        }
    }

    /// The auditor's signature, where the namespace's policy asks for it on every transaction (protocol decision 26).
    ///
    /// @param shown what the auditor needs to see of it
    private Optional<AuditorApproval> audit(ClientTransaction issue, byte[] shown) {
        if (auditor.isEmpty() || !ClearTokenRules.auditRequired(issue, network.configuration())) {
            return Optional.empty();
        }
        AuditorApi.ApprovalAnswer answer = auditor.get().approve(shown);
        return Optional.of(new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
    }

    private void end(SupplyRequest request, String transactionId) {
        resends.ended(transactionId);
        supply.attemptEnded(request.id(), transactionId);
    }
}
