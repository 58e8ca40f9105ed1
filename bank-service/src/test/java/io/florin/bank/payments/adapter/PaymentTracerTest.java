package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.adapter.PaymentTracer.Station;
import io.florin.bank.payments.adapter.PaymentTracer.Step;
import io.florin.bank.payments.adapter.PaymentTracer.Trace;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.TransactionTrace;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.BankInternalApi.NameMatch;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi.StageTime;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import io.florin.runtime.api.ProgressTicket;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PaymentTracerTest {

    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final String ID = "ab".repeat(32);

    private TransactionTrace.Answer<SubmissionProgress> progress = new TransactionTrace.Answer.Unknown<>();
    private TransactionTrace.Answer<TransactionView> status = new TransactionTrace.Answer.Unknown<>();
    private TransactionTrace.Answer<BlockTimes> times = new TransactionTrace.Answer.Unknown<>();

    private final PaymentTracer tracer = new PaymentTracer(
            new TransactionTrace() {
                @Override
                public Answer<SubmissionProgress> progress(TransactionId transaction, List<ProgressTicket> tickets) {
                    return progress;
                }

                @Override
                public Answer<TransactionView> finalStatus(String transactionId) {
                    return status;
                }

                @Override
                public Answer<BlockTimes> times(long block) {
                    return times;
                }
            },
            _ -> List.of());

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    private static StageTime stage(String name, long millis) {
        return new StageTime(name, at(millis).toEpochMilli());
    }

    private static PaymentView payment(
            PaymentState state, String transaction, @Nullable Instant submitted, @Nullable Instant last) {
        return payment(state, transaction, submitted, last, null);
    }

    private static PaymentView scheduled(PaymentState state, @Nullable Instant last) {
        return payment(state, "", null, last, LocalDate.parse("2026-08-31"));
    }

    private static PaymentView payment(
            PaymentState state,
            String transaction,
            @Nullable Instant submitted,
            @Nullable Instant last,
            @Nullable LocalDate day) {
        return new PaymentView(
                UUID.randomUUID(),
                1,
                "Bert",
                "LU00",
                NameMatch.MATCH,
                100,
                "",
                "",
                "",
                "TRANSFER",
                state,
                state == PaymentState.REJECTED ? "expired" : "",
                transaction,
                0,
                null,
                0,
                "",
                "",
                START,
                submitted,
                last,
                day,
                day == null ? null : START);
    }

    private static PaymentView settled() {
        return payment(PaymentState.SETTLED, ID, at(20), at(200));
    }

    private void committed() {
        progress = new TransactionTrace.Answer.Told<>(new SubmissionProgress(
                ID,
                "COMMITTED",
                List.of(
                        stage("RECEIVED", 30),
                        stage("STORED", 35),
                        stage("ENDORSED", 60),
                        stage("PUBLISHED", 65),
                        stage("COMMITTED", 190))));
        status = new TransactionTrace.Answer.Told<>(new TransactionView(ID, "COMMITTED", 1, 17, 3));
        times = new TransactionTrace.Answer.Told<>(new BlockTimes(17, at(120), at(150)));
    }

    private static List<String> places(Trace trace) {
        return trace.steps().stream()
                .map(step -> step.point().station().label())
                .toList();
    }

    private static List<Long> since(Trace trace) {
        return trace.steps().stream().map(Step::sinceLastMillis).toList();
    }

    private static List<String> reasons(Trace trace) {
        return trace.steps().stream()
                .map(step -> step.point().why())
                .filter(why -> !why.isEmpty())
                .toList();
    }

    @Test
    void tellsEveryStepWithItsTimeAndTheTimeSinceTheOneBefore() {
        committed();
        Trace trace = tracer.trace(settled());
        assertThat(places(trace))
                .containsExactly(
                        "Bank",
                        "Bank",
                        "Endorser",
                        "Endorser",
                        "Endorser",
                        "Endorser",
                        "Ordering parties",
                        "Committer",
                        "Committer",
                        "Endorser",
                        "Bank");
        assertThat(since(trace)).containsExactly(0L, 20L, 10L, 5L, 25L, 5L, 0L, 55L, 30L, 40L, 10L);
        assertThat(trace.steps())
                .extracting(Step::otherClock)
                .containsExactly(false, false, true, false, false, false, false, true, false, true, true);
        assertThat(trace.steps()).noneMatch(Step::open);
        assertThat(trace.block()).isEqualTo("17");
        assertThat(trace.index()).isEqualTo("3");
        Step ordered = trace.steps().get(6);
        assertThat(ordered.point().what()).isEqualTo("ordered in block 17 at index 3");
        assertThat(ordered.point().at()).isNull();
        assertThat(reasons(trace)).singleElement().asString().contains("No time is known", "header");
        assertThat(trace.steps().get(8).sinceStartMillis()).isEqualTo(150);
    }

    @Test
    void aClockThatIsLateShowsItself() {
        committed();
        times = new TransactionTrace.Answer.Told<>(new BlockTimes(17, at(50), at(80)));
        Trace trace = tracer.trace(settled());
        assertThat(trace.steps().get(7).sinceLastMillis()).isEqualTo(-15);
        assertThat(trace.steps().get(7).otherClock()).isTrue();
    }

    @Test
    void saysWhyTheCommitterTellsNoTime() {
        committed();
        times = new TransactionTrace.Answer.Unknown<>();
        assertThat(reasons(tracer.trace(settled()))).contains("The committer does not keep the times of this block.");
        times = new TransactionTrace.Answer.Silent<>();
        assertThat(reasons(tracer.trace(settled()))).contains("The committer does not answer now.");
        status = new TransactionTrace.Answer.Silent<>();
        assertThat(reasons(tracer.trace(settled()))).hasSize(3).containsOnly("The committer does not answer now.");
    }

    @Test
    void saysWhyTheEndorsersTellNoTime() {
        committed();
        progress = new TransactionTrace.Answer.Silent<>();
        assertThat(reasons(tracer.trace(settled()))).contains("No endorser tells of it now.");
        progress = new TransactionTrace.Answer.Unknown<>();
        assertThat(reasons(tracer.trace(settled()))).contains("No endorser knows this transaction.");
        progress = new TransactionTrace.Answer.Told<>(
                new SubmissionProgress(ID, "STORED", List.of(stage("RECEIVED", 30), stage("STORED", 35))));
        assertThat(reasons(tracer.trace(settled()))).contains("The endorser that published it does not tell now.");
        status = new TransactionTrace.Answer.Unknown<>();
        assertThat(reasons(tracer.trace(payment(PaymentState.SUBMITTED, ID, at(20), null))))
                .contains("No endorser that answers has published it so far.", "It is in no complete block so far.");
    }

    @Test
    void whatIsToComeIsOpen() {
        Trace waiting = tracer.trace(payment(PaymentState.ACCEPTED, "", null, null));
        assertThat(waiting.steps()).extracting(Step::open).containsExactly(false, true, true, true, true);
        assertThat(reasons(waiting)).contains("It waits for its wallet's turn.", "It is not final yet.");
        committed();
        Trace unbooked = tracer.trace(payment(PaymentState.SUBMITTED, ID, at(20), null));
        assertThat(unbooked.steps()).filteredOn(Step::open).singleElement().satisfies(step -> {
            assertThat(step.point().station()).isEqualTo(Station.BANK);
            assertThat(step.point().what()).startsWith("booked");
        });
    }

    @Test
    void whatWaitsForItsDayWasNotAccepted() {
        Trace waiting = tracer.trace(scheduled(PaymentState.SCHEDULED, null));
        assertThat(waiting.steps()).extracting(Step::open).containsOnly(true);
        assertThat(reasons(waiting)).contains("It waits for its day: 2026-08-31.");
        Trace cancelled = tracer.trace(scheduled(PaymentState.CANCELLED, at(40)));
        assertThat(places(cancelled)).containsOnly("Bank");
        assertThat(cancelled.steps().getLast().point().what()).isEqualTo("payment cancelled");
        assertThat(reasons(cancelled)).containsExactly("It ended before.", "The payment was cancelled before.");
    }

    @Test
    void aPaymentRejectedBeforeItWasSentAsksNobody() {
        Trace trace = tracer.trace(payment(PaymentState.REJECTED, "", null, at(40)));
        assertThat(places(trace)).containsOnly("Bank");
        assertThat(trace.steps().getLast().point().what()).isEqualTo("payment rejected: expired");
        assertThat(reasons(trace)).containsExactly("The payment was rejected before.");
        assertThat(trace.block()).isEmpty();
    }
}
