package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.TransactionTrace;
import io.florin.bank.protocol.TransactionTrace.Answer;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi.StageTime;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import io.florin.runtime.api.ProgressTicket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A payment's way through the house, from what each station says of it by its own clock. A step whose time nobody can
/// tell says why.
final class PaymentTracer {

    /// Stations that tell a step, each by its own clock.
    enum Station {
        BANK("Bank", "this bank's clock"),
        ENDORSER("Endorser", "the clock of the endorser that tells"),
        ORDERING("Ordering parties", "no clock"),
        COMMITTER("Committer", "the committer's clock");

        private final String label;
        private final String clock;

        Station(String label, String clock) {
            this.label = label;
            this.clock = clock;
        }

        public String label() {
            return label;
        }

        public String clock() {
            return clock;
        }
    }

    /// A step as its station tells it.
    ///
    /// @param at null where nobody can tell
    /// @param why there is no time, empty where there is one
    record Point(Station station, String what, @Nullable Instant at, String why) {}

    /// A step among the others.
    ///
    /// @param sinceStartMillis since the payment was accepted, 0 without a time
    /// @param sinceLastMillis since the step before that has a time, 0 without a time
    /// @param otherClock whether the step before that has a time is of another clock
    /// @param open whether it is still to come
    record Step(Point point, long sinceStartMillis, long sinceLastMillis, boolean otherClock, boolean open) {}

    /// @param block and index: where the ledger has it, empty before
    record Trace(List<Step> steps, String block, String index) {}

    private static final Map<String, String> STAGES = Map.of(
            "RECEIVED", "client transaction received",
            "STORED", "client transaction stored durably",
            "PROPOSED", "bundle proposed to the other endorsers",
            "ENDORSED", "endorsed by the threshold",
            "PUBLISHED", "bundle published to the ordering parties");
    private static final String SILENT = "The committer does not answer now.";
    private static final String NO_BLOCK = "It is in no complete block so far.";
    private static final String NOT_SENT = "It is not sent yet.";

    private final TransactionTrace network;
    private final Function<TransactionId, List<ProgressTicket>> tickets;

    /// @param tickets of a transaction's submissions
    PaymentTracer(TransactionTrace network, Function<TransactionId, List<ProgressTicket>> tickets) {
        this.network = network;
        this.tickets = tickets;
    }

    Trace trace(PaymentView payment) {
        List<Point> points = new ArrayList<>();
        points.add(accepted(payment));
        points.add(submitted(payment));
        Optional<TransactionView> status = Optional.empty();
        if (!payment.transactionId().isEmpty()) {
            TransactionId id = TransactionId.fromHex(payment.transactionId());
            Answer<SubmissionProgress> progress = network.progress(id, tickets.apply(id));
            Answer<TransactionView> answer = network.finalStatus(payment.transactionId());
            status = answer instanceof Answer.Told<TransactionView>(var told) ? Optional.of(told) : Optional.empty();
            addEndorser(points, progress, status.isPresent());
            addLedger(points, answer);
            addEcho(points, progress);
        } else if (!payment.state().isFinal()) {
            points.add(new Point(Station.ENDORSER, "endorsed and published", null, NOT_SENT));
            points.add(new Point(Station.COMMITTER, "committed", null, NOT_SENT));
        }
        points.add(booked(payment));
        return new Trace(
                steps(points, payment, status.isPresent()),
                status.map(TransactionView::block).map(String::valueOf).orElse(""),
                status.map(TransactionView::index).map(String::valueOf).orElse(""));
    }

    /// One that waits for its day, or ended before, was not.
    private static Point accepted(PaymentView payment) {
        String what = "payment accepted";
        return payment.wasAccepted()
                ? new Point(Station.BANK, what, payment.acceptedAt(), "")
                : new Point(
                        Station.BANK,
                        what,
                        null,
                        payment.state() == PaymentState.SCHEDULED
                                ? "It waits for its day: " + payment.executionDate() + "."
                                : "It ended before.");
    }

    private static Point submitted(PaymentView payment) {
        String what = "client transaction signed and submitted";
        if (payment.submittedAt() != null && payment.transactionId().isEmpty()) {
            return new Point(
                    Station.BANK,
                    what + ", and it ended without committing: another one follows unless the payment is final",
                    payment.submittedAt(),
                    "");
        }
        String why = switch (payment.state()) {
            case REJECTED -> "The payment was rejected before.";
            case CANCELLED -> "The payment was cancelled before.";
            case SCHEDULED, ACCEPTED, SUBMITTED, SETTLED -> "It waits for its wallet's turn.";
        };
        return new Point(Station.BANK, what, payment.submittedAt(), payment.submittedAt() == null ? why : "");
    }

    private static Point booked(PaymentView payment) {
        String what = switch (payment.state()) {
            case REJECTED -> "payment rejected: " + payment.reason();
            case CANCELLED -> "payment cancelled";
            case SCHEDULED, ACCEPTED, SUBMITTED, SETTLED -> "booked: the payment is settled, final at this bank";
        };
        return new Point(
                Station.BANK, what, payment.finalAt(), payment.finalAt() == null ? "It is not final yet." : "");
    }

    private static void addEndorser(List<Point> points, Answer<SubmissionProgress> progress, boolean ordered) {
        String missing = "endorsed and published";
        switch (progress) {
            case Answer.Told<SubmissionProgress>(var told) -> {
                told.times().stream()
                        .filter(time -> STAGES.containsKey(time.stage()))
                        .forEach(time -> points.add(endorserPoint(time)));
                boolean published =
                        told.times().stream().anyMatch(time -> time.stage().equals("PUBLISHED"));
                if (!published) {
                    String why = ordered
                            ? "The endorser that published it does not tell now."
                            : "No endorser that answers has published it so far.";
                    points.add(new Point(Station.ENDORSER, missing, null, why));
                }
            }
            case Answer.Unknown<SubmissionProgress>() ->
                points.add(new Point(Station.ENDORSER, missing, null, "No endorser knows this transaction."));
            case Answer.Silent<SubmissionProgress>() ->
                points.add(new Point(Station.ENDORSER, missing, null, "No endorser tells of it now."));
        }
    }

    private static Point endorserPoint(StageTime time) {
        String words = STAGES.get(time.stage());
        return new Point(
                Station.ENDORSER,
                time.stage() + ": " + (words == null ? "final status heard" : words),
                Instant.ofEpochMilli(time.atMillis()),
                "");
    }

    private void addLedger(List<Point> points, Answer<TransactionView> status) {
        switch (status) {
            case Answer.Told<TransactionView>(var told) -> {
                points.add(new Point(
                        Station.ORDERING,
                        "ordered in block " + told.block() + " at index " + told.index(),
                        null,
                        "No time is known: all parties sign the same header, and it has none. It was between the steps"
                                + " before and after."));
                addCommitter(points, told, network.times(told.block()));
            }
            case Answer.Unknown<TransactionView>() -> addUnordered(points, NO_BLOCK);
            case Answer.Silent<TransactionView>() -> addUnordered(points, SILENT);
        }
    }

    private static void addUnordered(List<Point> points, String why) {
        points.add(new Point(Station.ORDERING, "ordered in a block", null, why));
        points.add(new Point(Station.COMMITTER, "certified block received", null, why));
        points.add(new Point(Station.COMMITTER, "committed", null, why));
    }

    private static void addCommitter(List<Point> points, TransactionView status, Answer<BlockTimes> times) {
        String received = "certified block " + status.block() + " received";
        String complete = status.status() + ": block " + status.block() + " complete, all verdicts durable and signed";
        switch (times) {
            case Answer.Told<BlockTimes>(var told) -> {
                points.add(new Point(Station.COMMITTER, received, told.received(), ""));
                points.add(new Point(Station.COMMITTER, complete, told.completed(), ""));
            }
            case Answer.Unknown<BlockTimes>() -> {
                String why = "The committer does not keep the times of this block.";
                points.add(new Point(Station.COMMITTER, received, null, why));
                points.add(new Point(Station.COMMITTER, complete, null, why));
            }
            case Answer.Silent<BlockTimes>() -> {
                points.add(new Point(Station.COMMITTER, received, null, SILENT));
                points.add(new Point(Station.COMMITTER, complete, null, SILENT));
            }
        }
    }

    /// The endorser hears of the final status after the committer has it.
    private static void addEcho(List<Point> points, Answer<SubmissionProgress> progress) {
        if (progress instanceof Answer.Told<SubmissionProgress>(var told)) {
            told.times().stream()
                    .filter(time -> !STAGES.containsKey(time.stage()))
                    .forEach(time -> points.add(endorserPoint(time)));
        }
    }

    /// @param ordered whether the ledger has its final word: then only this bank's own step can be still to come
    private static List<Step> steps(List<Point> points, PaymentView payment, boolean ordered) {
        List<Step> steps = new ArrayList<>();
        Station lastStation = Station.BANK;
        Instant lastAt = payment.acceptedAt();
        for (Point point : points) {
            Instant at = point.at();
            if (at == null) {
                boolean passed = payment.state().isFinal() || (ordered && point.station() != Station.BANK);
                steps.add(new Step(point, 0, 0, false, !passed));
            } else {
                steps.add(new Step(
                        point,
                        Duration.between(payment.acceptedAt(), at).toMillis(),
                        Duration.between(lastAt, at).toMillis(),
                        lastStation != point.station(),
                        false));
                lastStation = point.station();
                lastAt = at;
            }
        }
        return steps;
    }
}
