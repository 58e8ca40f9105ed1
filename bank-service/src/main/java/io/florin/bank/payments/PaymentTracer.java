package io.florin.bank.payments;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.TransactionTrace;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi.StageTime;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A payment's way through the house, from what each station says of it.
final class PaymentTracer {

    private final TransactionTrace network;

    PaymentTracer(TransactionTrace network) {
        this.network = network;
    }

    /// @param at when, by the station's own clock; null where it tells no time
    /// @param sinceStartMillis since the payment was accepted
    record Step(String place, String what, @Nullable Instant at, long sinceStartMillis, boolean done) {}

    /// @param missing which stations did not answer, empty when all did
    record Trace(List<Step> steps, String missing) {}

    Trace trace(PaymentView payment) {
        List<Step> steps = new ArrayList<>();
        Instant start = payment.acceptedAt();
        steps.add(step("Bank", "accepted", start, start));
        steps.add(step("Bank", "signed and on its way", payment.submittedAt(), start));
        String missing = "";
        if (!payment.transactionId().isEmpty()) {
            Optional<SubmissionProgress> progress = network.progress(payment.transactionId());
            progress.ifPresent(known -> known.times().forEach(time -> steps.add(endorserStep(time, start))));
            Optional<TransactionView> status = network.finalStatus(payment.transactionId());
            status.ifPresent(known -> steps.add(new Step(
                    "Ordering and committer",
                    "in block " + known.block() + " at place " + known.index() + ": " + known.status(),
                    null,
                    0,
                    true)));
            missing = progress.isEmpty() ? "No endorser tells of it now." : "";
        }
        if (payment.state() != PaymentState.ACCEPTED || payment.submittedAt() != null) {
            String what = payment.state() == PaymentState.REJECTED ? "rejected" : "settled, final at this bank";
            steps.add(step("Bank", what, payment.finalAt(), start));
        }
        return new Trace(steps, missing);
    }

    private static Step endorserStep(StageTime time, Instant start) {
        return step("Endorser", time.stage(), Instant.ofEpochMilli(time.atMillis()), start);
    }

    private static Step step(String place, String what, @Nullable Instant at, Instant start) {
        long since = at == null ? 0 : Duration.between(start, at).toMillis();
        return new Step(place, what, at, since, at != null);
    }
}
