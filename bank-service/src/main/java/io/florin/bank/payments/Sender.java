package io.florin.bank.payments;

import io.florin.crypto.Bytes;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.wallet.submit.adapter.EndorserClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

/// Sends what is due to the endorsers, with the auditor's approval where one is needed, and again until the ledger has
/// said its final word. One thread drives it.
final class Sender {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /// Refusals of the moment: the same payment may pass under another transaction, or later.
    private static final Set<String> PASSING = Set.of(
            RefusalReason.STALE_CONFIGURATION.code(),
            RefusalReason.EXPIRY_OUT_OF_RANGE.code(),
            RefusalReason.REGISTRATION_NOT_CURRENT.code());

    private final OutgoingRepository outgoing;
    private final Payments payments;
    private final EndorserClient endorsers;
    private final AuditorApi auditor;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Settings settings;

    Sender(
            OutgoingRepository outgoing,
            Payments payments,
            EndorserClient endorsers,
            AuditorApi auditor,
            TransactionTemplate transactions,
            InstantSource clock,
            Settings settings) {
        this.outgoing = outgoing;
        this.payments = payments;
        this.endorsers = endorsers;
        this.auditor = auditor;
        this.transactions = transactions;
        this.clock = clock;
        this.settings = settings;
    }

    record Settings(Duration resendAfter, int batch) {}

    /// @return transactions sent
    int send() {
        List<Outgoing> due = outgoing.due(clock.instant(), settings.batch());
        List<Outgoing> ready = new ArrayList<>();
        for (Outgoing next : due) {
            if (!next.lacksAudit() || audited(next)) {
                ready.add(next);
            }
        }
        if (!ready.isEmpty()) {
            submit(ready);
        }
        return ready.size();
    }

    private boolean audited(Outgoing next) {
        try {
            AuditorApi.ApprovalAnswer answer = auditor.approve(next.content());
            byte[] audit = next.audited(new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
            transactions.executeWithoutResult(_ -> outgoing.audited(next.transactionId().value().toArray(), audit));
            return true;
        } catch (RestClientResponseException e) {
            if (e.getStatusCode().is4xxClientError() && e.getStatusCode().value() != 429) {
                payments.refusedByEndorsers(next.transactionId(), "auditor-refused", false);
                return false;
            }
            postpone(List.of(next), AFTER_FAILURE);
            return false;
        } catch (ResourceAccessException e) {
            LOG.debug("the auditor does not answer: {}", e.getMessage());
            postpone(List.of(next), AFTER_FAILURE);
            return false;
        }
    }

    private void submit(List<Outgoing> ready) {
        List<Submission> submissions = ready.stream().map(Outgoing::submission).toList();
        try {
            List<SubmissionAnswer> answers = endorsers.submitAll(submissions);
            postpone(ready, settings.resendAfter());
            for (SubmissionAnswer answer : answers) {
                if (!answer.accepted()) {
                    payments.refusedByEndorsers(
                            io.florin.ledger.TransactionId.fromHex(answer.id()),
                            answer.code(),
                            PASSING.contains(answer.code()));
                }
            }
        } catch (EndorserClient.Unavailable | EndorserClient.Refused e) {
            LOG.debug("endorsers did not take a submission: {}", e.getMessage());
            postpone(ready, AFTER_FAILURE);
        }
    }

    private void postpone(List<Outgoing> sent, Duration by) {
        Instant next = clock.instant().plus(by);
        List<byte[]> ids = sent.stream()
                .map(one -> one.transactionId().value().toArray())
                .toList();
        transactions.executeWithoutResult(_ -> outgoing.postpone(ids, next));
    }
}
