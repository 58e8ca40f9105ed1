package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.wallet.submit.adapter.EndorserClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.web.client.RestClientException;

/// Hands a transaction in, with the auditor's approval where it is asked for, and waits for its final status.
final class Submitter {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PERIOD = Duration.ofMillis(200);

    private final WalletConnection connection;
    private final Printers printers;

    Submitter(WalletConnection connection, Printers printers) {
        this.connection = connection;
        this.printers = printers;
    }

    /// With the auditor's approval, where it is asked for.
    ///
    /// @param forAuditor what the auditor is shown
    Submission approved(ClientTransaction transaction, Supplier<byte[]> forAuditor) {
        return new Submission(transaction, approval(transaction, forAuditor));
    }

    /// Prints the final status.
    ///
    /// @return whether the transaction is committed
    /// @throws EndorserClient.Refused when so many endorsers refuse that it cannot commit
    /// @throws EndorserClient.Unavailable when nobody can have taken it
    /// @throws IllegalStateException when there is no final status in time
    boolean settle(Submission submission) throws InterruptedException {
        try {
            connection.submit(submission);
        } catch (EndorserClient.Unavailable silent) {
            if (!silent.perhapsTaken()) {
                throw silent;
            }
            printers.err()
                    .println(silent.refusal()
                                    .map(said -> "refused by too few endorsers to believe it (" + said + ")")
                                    .orElse("the answer is lost")
                            + "; the payment may have been taken: waiting for its final status");
        }
        return await(submission.transaction());
    }

    private Optional<AuditorApproval> approval(ClientTransaction transaction, Supplier<byte[]> forAuditor) {
        if (!ClearTokenRules.auditRequired(transaction, connection.configuration())) {
            return Optional.empty();
        }
        AuditorApi api = connection
                .auditor()
                .orElseThrow(() -> new IllegalStateException("this payment needs the auditor: give --auditor"));
        AuditorApi.ApprovalAnswer answer = api.approve(forAuditor.get());
        return Optional.of(new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
    }

    /// A committer that does not answer says nothing of the payment: it is asked again.
    private boolean await(ClientTransaction transaction) throws InterruptedException {
        String id = transaction.id().toHex();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<TransactionView> found = status(id);
            if (found.isPresent()) {
                TransactionView view = found.get();
                printers.out().printf("%s %s in block %d%n", view.status(), id, view.block());
                return view.status().equals(TransactionStatus.COMMITTED.name());
            }
            Thread.sleep(PERIOD);
        }
        throw new IllegalStateException("no final status of " + id + " after 60 s; it may commit until block "
                + transaction.header().expiryHeight() + ": do not pay again before");
    }

    private Optional<TransactionView> status(String id) {
        try {
            return connection.statuses(List.of(id)).stream()
                    .filter(view -> view.id().equals(id))
                    .findFirst();
        } catch (RestClientException silent) {
            return Optional.empty();
        }
    }
}
