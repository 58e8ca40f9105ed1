package io.florin.centralbank.configuration;

import io.florin.centralbank.configuration.LedgerConfiguration.Seen;
import io.florin.centralbank.incidents.Incidents;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.submission.Resends;
import io.florin.runtime.submission.SubmissionClient;
import io.florin.runtime.submission.SubmissionClient.Answer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Takes open proposals to their end: sends what enough officers signed until the ledger has spoken, and ends what the
/// ledger or time has overtaken. A transaction is stored before it is sent; sending again is harmless; a second attempt
/// cannot commit beside the first, both replace the same version.
///
/// Owned by one thread.
final class ChangeSubmitter {
    static final String FORGED = "configuration-approvals-not-genuine";

    private final ChangeStore store;
    private final ChangeService changes;
    private final LedgerConfiguration ledger;
    private final CommitterApi committer;
    private final SubmissionClient endorsers;
    private final Incidents incidents;
    private final InstantSource clock;
    private final Resends<UUID> resends;

    ChangeSubmitter(
            ChangeStore store,
            ChangeService changes,
            LedgerConfiguration ledger,
            CommitterApi committer,
            SubmissionClient endorsers,
            Incidents incidents,
            InstantSource clock) {
        this.store = store;
        this.changes = changes;
        this.ledger = ledger;
        this.committer = committer;
        this.endorsers = endorsers;
        this.incidents = incidents;
        this.clock = clock;
        this.resends = new Resends<>(clock);
    }

    /// Looks at all open proposals.
    ///
    /// @return [BackgroundLoop#AWAITS] while there are some: what there is to wait for is elsewhere
    int step() {
        List<StoredChange> open = store.open();
        resends.retain(open.stream().map(StoredChange::id).toList());
        if (open.isEmpty()) {
            return 0;
        }
        // before the statuses are asked for: what has no status at this height has passed it
        Seen seen = ledger.ask();
        open.forEach(change -> advance(change, seen));
        return BackgroundLoop.AWAITS;
    }

    private void advance(StoredChange change, Seen seen) {
        NetworkConfiguration inForce = seen.configuration();
        Optional<TransactionView> fate = fate(change);
        boolean committed = fate.filter(view -> view.status().equals(TransactionStatus.COMMITTED.name()))
                .isPresent();
        if (committed || change.configuration().equals(inForce)) {
            long from =
                    fate.filter(_ -> committed).map(view -> view.block() + 1).orElse(0L);
            changes.ended(
                    change,
                    ChangeState.IN_FORCE,
                    "version " + change.configuration().version(),
                    from);
        } else if (inForce.version() > change.base().version()) {
            changes.ended(change, ChangeState.SUPERSEDED, "version " + inForce.version() + " is in force", 0);
        } else if (change.state() == ChangeState.SUBMITTED) {
            follow(change, seen, fate.isPresent());
        } else if (!clock.instant().isBefore(change.expiresAt())) {
            String ending = change.state() == ChangeState.PROPOSED
                    ? "not enough officers signed in time"
                    : "the ledger did not take it in time";
            changes.ended(change, ChangeState.EXPIRED, ending, 0);
        } else if (change.state() == ChangeState.APPROVED) {
            submit(change, seen);
        }
    }

    private Optional<TransactionView> fate(StoredChange change) {
        return change.transactionId().isEmpty()
                ? Optional.empty()
                : committer.transactions(List.of(change.transactionId())).stream()
                        .filter(found -> found.id().equals(change.transactionId()))
                        .findFirst();
    }

    private void follow(StoredChange change, Seen seen, boolean aborted) {
        if (aborted
                || seen.height() >= change.expiryHeight()
                || change.transaction().isEmpty()) {
            end(change);
        } else if (resends.isDue(change.id())) {
            send(change, change.transaction().get(), endorsers::submitAgain);
        }
    }

    private void submit(StoredChange change, Seen seen) {
        List<OfficerApproval> approvals = changes.approvals(change, seen.configuration());
        if (approvals.size() < seen.configuration().officers().approvalsRequired()) {
            // the state says that enough officers signed and they have not: somebody else wrote it
            incidents.raise(FORGED, "proposal " + change.id());
            store.refusal(change.id(), FORGED);
            return;
        }
        ConfigurationChange transaction = ledger.change(seen, change.configuration(), approvals);
        store.submitted(change.id(), transaction);
        resends.ended(change.id());
        send(change, transaction, endorsers::submit);
    }

    private void send(
            StoredChange change,
            ClientTransaction transaction,
            BiFunction<Supplier<Submission>, EndorserGroup, Answer> endorsers) {
        resends.sent(change.id());
        Answer answer = endorsers.apply(
                () -> Submission.of(transaction),
                ledger.known()
                        .configuration()
                        .endorserGroup(transaction.header().namespace())
                        .orElseThrow());
        switch (answer) {
            case Answer.Taken _ -> {}
            case Answer.Again(String code) -> store.refusal(change.id(), code);
            case Answer.Outdated(String code) -> {
                store.refusal(change.id(), code);
                end(change);
            }
        }
    }

    private void end(StoredChange change) {
        resends.ended(change.id());
        store.attemptEnded(change.id());
    }
}
