package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Vault;
import io.florin.crypto.Bytes;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.observability.TraceContext;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Sends what is due to the endorsers, with the auditor's approval where one is needed, and again until the ledger has
/// said its final word. One thread drives it.
///
/// Refusals end a transaction only when no endorser can have taken it before, at its first submission, and so many
/// endorsers refuse that too few are left to sign ([Refusals]): one that lies cannot make the bank pay twice. Any later
/// refusal proves nothing, for an earlier copy may be on its way and commit; then the payment waits for the final
/// status or the expiry height, and is never made twice. One more thing ends it: a configuration that came into force
/// since, once every block before it was followed.
final class Sender {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final int AUDITS_PER_STEP = 512;
    private static final long SUBMISSION_BYTES_MAX = 3L << 20;

    /// Any other answer says nothing of the payment: somebody between here and the auditor may have given it.
    private static final int AUDITOR_REFUSES = 422;

    private static final String STALE = RefusalReason.STALE_CONFIGURATION.code();

    /// The auditor's refusals besides that speak of another configuration or of time, not of the payment.
    private static final Set<String> OUTDATED_AT_AUDITOR = Set.of("approval-not-needed", "approval-expired");

    /// Says nothing of the transaction: it may pass later as it is.
    private static final String NOT_NOW = RefusalReason.REGISTRATION_NOT_CURRENT.code();

    private final OutboxRepository outgoing;
    private final Payments payments;
    private final Others others;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Settings settings;

    Sender(
            OutboxRepository outgoing,
            Payments payments,
            Others others,
            TransactionTemplate transactions,
            InstantSource clock,
            Settings settings) {
        this.outgoing = outgoing;
        this.payments = payments;
        this.others = others;
        this.transactions = transactions;
        this.clock = clock;
        this.settings = settings;
    }

    /// Who is asked.
    ///
    /// @param random draws for each submission in which order endorsers are asked: an order of its own would let a
    ///     payment's endorser name the payer's bank. And the ticket under which the bank asks how far a payment is
    record Others(
            List<EndorserApi> endorsers, AuditorApi auditor, LedgerAccess ledger, Vault vault, RandomGenerator random) {
        Others {
            endorsers = List.copyOf(endorsers);
        }
    }

    /// @param resendAfter how long a submitted transaction may lack a final status
    /// @param retryPause after a failure
    /// @param batch transactions submitted at once
    /// @param filesUnderWayMax transactions of files that are sent and not final, at most: a payment that comes after
    ///     them waits for so many at the endorsers and in front of ordering
    record Settings(Duration resendAfter, Duration retryPause, int batch, int filesUnderWayMax) {}

    /// @return transactions sent
    int send() {
        audit();
        Batch batch = Objects.requireNonNull(transactions.execute(_ -> claim()));
        if (batch.sent().isEmpty()) {
            return 0;
        }
        try (TraceContext.Scope _ = batch.trace().open()) {
            submit(batch);
        }
        return batch.sent().size();
    }

    /// What goes out together, under which trace, and with which ticket.
    private record Batch(List<OutboxTransaction> sent, TraceContext trace, ProgressTicket ticket) {}

    private void audit() {
        for (OutboxTransaction next : outgoing.lackingAudit(clock.instant(), Limit.of(AUDITS_PER_STEP))) {
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
    private Batch claim() {
        List<OutboxTransaction> due = outgoing.due(clock.instant(), settings.batch());
        List<OutboxTransaction> fitting = fitting(withinShare(due));
        boolean cut = fitting.size() < due.size() || due.size() == settings.batch();
        List<OutboxTransaction> whole = cut && !fitting.isEmpty() ? withoutCutPlan(fitting) : fitting;
        TraceContext trace = traceOf(whole);
        Instant next = clock.instant().plus(settings.resendAfter());
        ProgressTicket ticket = ProgressTicket.draw(others.random());
        whole.forEach(sent -> sent.claimed(next, trace.traceId(), ticket));
        return new Batch(whole, trace, ticket);
    }

    /// Without the newest of files, where their share is used up; what is sent again counts already. The splits of a
    /// plan go together: the last plan may exceed the share by them.
    private List<OutboxTransaction> withinShare(List<OutboxTransaction> due) {
        if (due.stream().noneMatch(OutboxTransaction::isNewOfFile)) {
            return due;
        }
        int left = settings.filesUnderWayMax() - outgoing.filesUnderWay();
        Set<UUID> begun = new HashSet<>();
        List<OutboxTransaction> within = new ArrayList<>();
        for (OutboxTransaction sent : due) {
            if (!sent.isNewOfFile()) {
                within.add(sent);
            } else if (left > 0 || sent.stage() == 0 && begun.contains(sent.plan())) {
                within.add(sent);
                begun.add(sent.plan());
                left--;
            }
        }
        return within;
    }

    /// As many as one submission may hold, in bytes: payments of a hidden currency carry proofs.
    private static List<OutboxTransaction> fitting(List<OutboxTransaction> due) {
        long bytes = 0;
        int count = 0;
        while (count < due.size() && (count == 0 || bytes + due.get(count).size() <= SUBMISSION_BYTES_MAX)) {
            bytes += due.get(count).size();
            count++;
        }
        return due.subList(0, count);
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

    /// The splits of one plan spend each other's outputs: they stay in one submission where they fit in.
    private static List<OutboxTransaction> withoutCutPlan(List<OutboxTransaction> due) {
        OutboxTransaction last = due.getLast();
        if (last.stage() > 0) {
            return due;
        }
        List<OutboxTransaction> whole =
                due.stream().filter(sent -> !sent.plan().equals(last.plan())).toList();
        return whole.isEmpty() ? due : whole;
    }

    private void submit(Batch batch) {
        List<OutboxTransaction> claimed = batch.sent();
        List<EndorserApi> order = new ArrayList<>(others.endorsers());
        Collections.shuffle(order, others.random());
        Refusals refusals = new Refusals(endorserGroup(), others.endorsers().size(), Set.of(NOT_NOW));
        List<OutboxTransaction> open = claimed;
        boolean answered = false;
        boolean perhapsTaken = false;
        for (EndorserApi endorser : order) {
            try {
                open = refusals.take(
                        open, endorser.submitAll(encoded(open), batch.ticket().toHex()));
                answered = true;
            } catch (RestClientResponseException e) {
                LOG.debug("an endorser did not take a submission: {}", e.getStatusCode());
                perhapsTaken |= e.getStatusCode().is5xxServerError();
            } catch (RestClientException e) {
                LOG.debug("an endorser does not answer: {}", e.getMessage());
                perhapsTaken |= !neverConnected(e);
            }
            if (open.isEmpty()) {
                break;
            }
        }
        if (answered) {
            conclude(claimed, refusals, perhapsTaken);
        } else if (perhapsTaken) {
            postpone(claimed.stream().map(sent -> sent.id().toArray()).toList(), settings.retryPause());
        } else {
            untouched(claimed);
        }
    }

    private EndorserGroup endorserGroup() {
        return others.ledger()
                .configuration()
                .endorserGroup(others.ledger().currency())
                .orElseThrow();
    }

    private static byte[] encoded(List<OutboxTransaction> sent) {
        return Submission.encodeList(
                sent.stream().map(OutboxTransaction::submission).toList());
    }

    private static boolean neverConnected(RestClientException e) {
        Throwable cause = e instanceof ResourceAccessException ? e.getCause() : null;
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
    }

    private void conclude(List<OutboxTransaction> claimed, Refusals refusals, boolean perhapsTaken) {
        for (OutboxTransaction sent : claimed) {
            boolean neverTaken = sent.attempts() == 1 && !perhapsTaken;
            if (isSuperseded(sent, refusals)) {
                payments.refusedForGood(sent.transactionId(), STALE, true);
            } else if (neverTaken && refusals.areEnough(sent)) {
                String code = refusals.codesOf(sent).getFirst();
                payments.refusedForGood(sent.transactionId(), code, RefusalReason.isOutdated(code));
            }
        }
        List<byte[]> notNow = claimed.stream()
                .filter(refusals::saidNothing)
                .map(sent -> sent.id().toArray())
                .toList();
        if (!notNow.isEmpty()) {
            postpone(notNow, settings.retryPause());
        }
    }

    /// Perhaps taken before, but overtaken by a configuration: it has no status and can get none but "stale".
    private boolean isSuperseded(OutboxTransaction sent, Refusals refusals) {
        return refusals.codesOf(sent).contains(STALE) && others.ledger().isSuperseded(sent.configurationVersion());
    }

    /// Sent for the first time and taken by nobody; what was sent before stays as it is.
    private void untouched(List<OutboxTransaction> claimed) {
        Instant next = clock.instant().plus(settings.retryPause());
        List<byte[]> first = claimed.stream()
                .filter(sent -> sent.attempts() == 1)
                .map(sent -> sent.id().toArray())
                .toList();
        List<byte[]> again = claimed.stream()
                .filter(sent -> sent.attempts() > 1)
                .map(sent -> sent.id().toArray())
                .toList();
        transactions.executeWithoutResult(_ -> {
            if (!first.isEmpty()) {
                outgoing.untouched(first, next);
            }
            if (!again.isEmpty()) {
                outgoing.postpone(again, next);
            }
        });
    }

    private void postpone(Collection<byte[]> ids, Duration by) {
        Instant next = clock.instant().plus(by);
        transactions.executeWithoutResult(_ -> outgoing.postpone(ids, next));
    }
}
