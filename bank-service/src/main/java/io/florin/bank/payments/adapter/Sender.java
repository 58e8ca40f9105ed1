package io.florin.bank.payments.adapter;

import io.florin.bank.payments.Submissions;
import io.florin.bank.payments.Submissions.Conclusion;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Vault;
import io.florin.crypto.Bytes;
import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.submission.BatchAnswers;
import io.florin.runtime.submission.EndorserClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Sends what is due to the endorsers, with the auditor's approval where one is needed, and again until the ledger has
/// said its final word ([Submissions]). One thread drives it; answers are waited for on others, a few at a time.
final class Sender {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final int AUDITS_PER_STEP = 512;

    /// Any other answer says nothing of the payment: somebody between here and the auditor may have given it.
    private static final int AUDITOR_REFUSES = 422;

    /// The auditor's refusals besides that speak of another configuration or of time, not of the payment.
    private static final Set<String> OUTDATED_AT_AUDITOR = Set.of("approval-not-needed", "approval-expired");

    /// Says nothing of the transaction: it may pass later as it is.
    private static final String NOT_NOW = RefusalReason.REGISTRATION_NOT_CURRENT.code();

    private final OutboxRepository outgoing;
    private final Payments payments;
    private final Others others;
    private final SubmissionsUnderWay underWay;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Settings settings;

    Sender(
            OutboxRepository outgoing,
            Payments payments,
            Others others,
            SubmissionsUnderWay underWay,
            TransactionTemplate transactions,
            InstantSource clock,
            Settings settings) {
        this.outgoing = outgoing;
        this.payments = payments;
        this.others = others;
        this.underWay = underWay;
        this.transactions = transactions;
        this.clock = clock;
        this.settings = settings;
    }

    /// Those that are asked, and what is asked with.
    ///
    /// @param random draws the ticket under which the bank asks how far a payment is
    record Others(
            EndorserClient endorsers, AuditorApi auditor, LedgerAccess ledger, Vault vault, RandomGenerator random) {}

    /// @param resendAfter how long a submitted transaction may lack a final status
    /// @param retryPause after a failure
    /// @param batch transactions submitted at once
    /// @param filesUnderWayMax transactions of files that are sent and not final, at most: a payment that comes after
    ///     them waits for so many at the endorsers and in front of ordering
    record Settings(Duration resendAfter, Duration retryPause, int batch, int filesUnderWayMax) {}

    /// @param count transactions that were sent
    /// @param more whether others may be due still
    record Sent(int count, boolean more) {
        private static final Sent NOTHING = new Sent(0, false);
    }

    /// Nothing while an answer is about to come, or as many submissions are under way as may be; whoever sends is woken
    /// then ([SubmissionsUnderWay]).
    ///
    /// @param now until when what is due is sent
    Sent send(Instant now) {
        if (!underWay.hasRoom()) {
            return Sent.NOTHING;
        }
        audit(now);
        Batch batch = Objects.requireNonNull(transactions.execute(_ -> claim(now)));
        if (batch.sent().isEmpty()) {
            return new Sent(0, batch.moreBehindWaiting());
        }
        underWay.start(
                batch.sent().stream().map(OutboxTransaction::transactionId).toList(), () -> {
                    try (TraceContext.Scope _ = batch.trace().open()) {
                        submit(batch);
                    }
                });
        return new Sent(batch.sent().size(), batch.more());
    }

    /// Transactions that go out together, each with its trace and its ticket.
    ///
    /// @param more whether others may be due
    /// @param moreBehindWaiting whether others may be due behind some that wait for their answers, and were put off:
    ///     each look puts off some more, and so these looks have an end
    private record Batch(
            List<OutboxTransaction> sent,
            boolean more,
            boolean moreBehindWaiting,
            TraceContext trace,
            ProgressTicket ticket) {}

    private void audit(Instant now) {
        for (OutboxTransaction next : outgoing.lackingAudit(now, AUDITS_PER_STEP)) {
            byte[] id = next.id().toArray();
            try {
                AuditorApi.ApprovalAnswer answer = others.auditor().approve(next.approvalRequest(others.vault()));
                byte[] audit = OutboxTransaction.encoded(
                        new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
                transactions.executeWithoutResult(_ -> outgoing.audited(id, audit));
            } catch (RestClientResponseException e) {
                if (e.getStatusCode().value() == AUDITOR_REFUSES) {
                    String code = ProblemCode.of(e).orElse("");
                    boolean again = RefusalReason.isOutdated(code) || OUTDATED_AT_AUDITOR.contains(code);
                    payments.refusedForGood(next.transactionId(), again ? code : "auditor-refused", again);
                } else {
                    postpone(List.of(id), settings.retryPause());
                }
            } catch (RestClientException e) {
                LOG.debug("the auditor does not answer: {}", e.getMessage());
                postpone(List.of(id), settings.retryPause());
                return;
            } catch (RuntimeException strange) {
                LOG.warn("what the auditor is asked with, or its answer, cannot be read: {}", strange.toString());
                postpone(List.of(id), settings.retryPause());
            }
        }
    }

    /// Marks what is sent next as sent, durably and before it leaves.
    private Batch claim(Instant now) {
        OutboxRepository.Due due = outgoing.due(now, settings.batch());
        List<OutboxTransaction> rows = notUnderWay(due.rows());
        boolean files = rows.stream().anyMatch(OutboxTransaction::isNewOfFile);
        int filesLeft = files ? settings.filesUnderWayMax() - outgoing.filesUnderWay() : 0;
        List<OutboxTransaction> whole = Submissions.chosen(rows, due.more(), filesLeft);
        TraceContext trace = traceOf(whole);
        Instant next = clock.instant().plus(settings.resendAfter());
        ProgressTicket ticket = ProgressTicket.draw(others.random());
        if (!whole.isEmpty()) {
            outgoing.claim(whole, next, trace.traceId(), ticket);
        }
        boolean waiting = rows.size() < due.rows().size();
        return new Batch(whole, due.more() || whole.size() < rows.size(), waiting && due.more(), trace, ticket);
    }

    /// Due again although nobody has answered yet: whoever takes long to answer is waited for, and what is put off lets
    /// those behind it go.
    private List<OutboxTransaction> notUnderWay(List<OutboxTransaction> due) {
        Set<OutboxTransaction> waiting =
                due.stream().filter(each -> underWay.has(each.transactionId())).collect(Collectors.toSet());
        if (waiting.isEmpty()) {
            return due;
        }
        outgoing.postpone(
                waiting.stream().map(each -> each.id().toArray()).toList(),
                clock.instant().plus(settings.resendAfter()));
        return due.stream().filter(each -> !waiting.contains(each)).toList();
    }

    /// The trace of the one request that all of them come from; for payments of several requests a new one, which each
    /// transaction's row keeps: a payment's own trace and that of its submission lead to each other.
    private TraceContext traceOf(List<OutboxTransaction> sent) {
        TraceContext fresh = TraceContext.create();
        if (sent.isEmpty()) {
            return fresh;
        }
        return payments.commonTrace(
                        sent.stream().map(OutboxTransaction::plan).distinct().toList())
                .map(traceId -> new TraceContext(traceId, fresh.spanId(), fresh.sampled()))
                .orElse(fresh);
    }

    private void submit(Batch batch) {
        BatchAnswers answers = others.endorsers()
                .submitAll(
                        batch.sent().stream().map(OutboxTransaction::submission).toList(),
                        batch.ticket().toHex(),
                        endorserGroup(),
                        Set.of(NOT_NOW));
        conclude(Submissions.concluded(batch.sent(), answers, others.ledger()::isSuperseded));
    }

    private EndorserGroup endorserGroup() {
        return others.ledger()
                .configuration()
                .endorserGroup(others.ledger().currency())
                .orElseThrow();
    }

    /// Each conclusion is a database transaction of its own: one that fails takes no evidence from the others, for a
    /// refusal proves nothing at the next submission. What failed is thrown when all have been tried.
    private void conclude(List<Conclusion> conclusions) {
        Instant next = clock.instant().plus(settings.retryPause());
        Optional<RuntimeException> first = Optional.empty();
        for (Conclusion conclusion : conclusions) {
            try {
                conclude(conclusion, next);
            } catch (Invariant.Broken broken) {
                throw broken;
            } catch (RuntimeException failed) {
                first.ifPresent(before -> suppress(before, failed));
                first = first.or(() -> Optional.of(failed));
            }
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }

    private static void suppress(RuntimeException first, RuntimeException later) {
        if (first != later) {
            first.addSuppressed(later);
        }
    }

    private void conclude(Conclusion conclusion, Instant next) {
        switch (conclusion) {
            case Conclusion.Refused(var id, var code, var again) -> payments.refusedForGood(id, code, again);
            case Conclusion.NeverSent(var ids) ->
                transactions.executeWithoutResult(_ -> outgoing.untouched(bytes(ids), next));
            case Conclusion.Later(var ids) ->
                transactions.executeWithoutResult(_ -> outgoing.postpone(bytes(ids), next));
        }
    }

    private static List<byte[]> bytes(List<TransactionId> ids) {
        return ids.stream().map(id -> id.value().toArray()).toList();
    }

    private void postpone(Collection<byte[]> ids, Duration by) {
        Instant next = clock.instant().plus(by);
        transactions.executeWithoutResult(_ -> outgoing.postpone(ids, next));
    }
}
