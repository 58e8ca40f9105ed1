package io.florin.bank.iso20022.files;

import io.florin.bank.iso20022.Bic;
import io.florin.bank.iso20022.Outcome;
import io.florin.bank.iso20022.PaymentFile;
import io.florin.bank.iso20022.PaymentFileReader;
import io.florin.bank.iso20022.PaymentLine;
import io.florin.bank.iso20022.PaymentStatus;
import io.florin.bank.iso20022.Reading;
import io.florin.bank.iso20022.StatusReport;
import io.florin.bank.iso20022.StatusReportWriter;
import io.florin.bank.iso20022.StatusText;
import io.florin.bank.iso20022.files.StoredFile.Line;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/// Tells what became of a file and its lines: as JSON, and as pacs.002 or pain.002.
public final class FileReports {

    static final int LINES_PER_PAGE_MAX = 1_000;

    private final FileStore store;
    private final PaymentDesk desk;
    private final PaymentFileReader reader;
    private final StatusReportWriter writer;
    private final Bic bic;
    private final TransactionOperations snapshots;
    private final InstantSource clock;

    /// @param snapshots transactions in which all reads see the same moment
    FileReports(
            FileStore store,
            PaymentDesk desk,
            PaymentFileReader reader,
            StatusReportWriter writer,
            Bic bic,
            TransactionOperations snapshots,
            InstantSource clock) {
        this.store = store;
        this.desk = desk;
        this.reader = reader;
        this.writer = writer;
        this.bic = bic;
        this.snapshots = snapshots;
        this.clock = clock;
    }

    /// A file as it was answered when it came.
    @Schema(name = "PaymentFile", description = "A payment file and what was decided about its lines when it came")
    public record FileView(
            @Schema(description = "Id of the file") UUID id,

            @Schema(description = "Message identification that its sender gave it")
            String messageId,

            @Schema(description = "Message definition", example = "pain.001.001.09")
            String messageType,

            @Schema(description = "When it came") Instant receivedAt,

            @Schema(description = "Payments in it, accepted and refused")
            int lines,

            @Schema(description = "Lines that became payments")
            int accepted,

            @Schema(description = "Lines that were refused") int refused,

            @Schema(description = "One page of lines, in the order of the file")
            List<LineView> results,

            @Schema(description = "Address of the next page, empty on the last")
            String next) {}

    @Schema(name = "PaymentFileLine", description = "What was decided about a line")
    public record LineView(
            @Schema(description = "Number of the payment in the file, from 1")
            int line,

            @Schema(description = "Its end-to-end identification, empty where it has none that can be read")
            String endToEndId,

            @Schema(description = "Minor units, 0 where it states none that can be read")
            long amount,

            @Schema(description = "Whether it became a payment")
            boolean accepted,

            @Schema(description = "External status reason code of ISO 20022, empty when accepted", example = "AC03")
            String reason,

            @Schema(
                    description = "The bank's own code of the refusal, empty when accepted",
                    example = "unknown-account")
            String code,

            @Schema(description = "The refusal in words, empty when accepted")
            String explanation,

            @Schema(description = "The payment it became", nullable = true) @Nullable
            UUID paymentId) {}

    /// A file and where its payments are now.
    @Schema(name = "PaymentFileProgress", description = "A payment file and where its payments are now")
    public record Progress(
            @Schema(description = "The file") FileView file,

            @Schema(description = "How many of its payments are in each state; states without any are left out")
            Map<PaymentState, Long> states) {}

    FileView view(StoredFile file, int from, int limit) {
        List<LineView> page = store.lines(file.id(), from, limit).stream()
                .map(FileReports::lineView)
                .toList();
        int accepted = store.accepted(file.id());
        boolean more = !page.isEmpty() && page.getLast().line() < file.lines();
        String next = more
                ? "/v1/payment-files/" + file.id() + "?from=" + (page.getLast().line() + 1) + "&limit=" + limit
                : "";
        return new FileView(
                file.id(),
                file.messageId(),
                file.messageType(),
                file.receivedAt(),
                file.lines(),
                accepted,
                file.lines() - accepted,
                page,
                next);
    }

    private static LineView lineView(Line line) {
        boolean accepted = line.code().isEmpty();
        return new LineView(
                line.number(),
                line.endToEndId(),
                line.amount(),
                accepted,
                accepted ? "" : Reasons.of(line.code()).name(),
                line.code(),
                line.explanation(),
                line.paymentId());
    }

    Optional<Progress> progress(UUID id, int from, int limit) {
        return store.find(id).map(file -> {
            Map<PaymentState, Long> states = new EnumMap<>(PaymentState.class);
            desk.ofFile(id).forEach(payment -> states.merge(payment.state(), 1L, Long::sum));
            return new Progress(view(file, from, limit), states);
        });
    }

    List<StoredFile> newest(int limit) {
        return store.newest(limit);
    }

    /// The status report of this moment.
    ///
    /// @param customer pain.002 instead of pacs.002
    Optional<byte[]> statusReport(UUID id, boolean customer) {
        Optional<StatusReport> report =
                Objects.requireNonNull(snapshots.execute(_ -> store.find(id).map(this::report)));
        return report.map(live -> customer ? writer.pain002(live, bic) : writer.pacs002(live, bic, Optional.empty()));
    }

    private StatusReport report(StoredFile stored) {
        PaymentFile file = switch (reader.read(store.content(stored.id()))) {
            case Reading.Taken(PaymentFile taken) -> taken;
            case Reading.Refused _ ->
                throw new IllegalStateException("a file that was taken is refused now: " + stored.id());
        };
        Map<Integer, Line> lines = new HashMap<>();
        store.lines(stored.id(), 1, Integer.MAX_VALUE).forEach(line -> lines.put(line.number(), line));
        Map<UUID, PaymentView> payments = new HashMap<>();
        desk.ofFile(stored.id()).forEach(payment -> payments.put(payment.id(), payment));
        String messageId = "S" + stored.id().toString().replace("-", "");
        OffsetDateTime now = clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        return StatusReport.of(messageId, now, file, line -> outcome(line, lines, payments));
    }

    private static Outcome outcome(PaymentLine line, Map<Integer, Line> lines, Map<UUID, PaymentView> payments) {
        Line decided = lines.get(line.number());
        if (decided == null) {
            throw new IllegalStateException("nothing is stored about line " + line.number());
        }
        PaymentView payment = decided.paymentId() == null ? null : payments.get(decided.paymentId());
        if (payment == null) {
            return Outcome.rejected(Reasons.of(decided.code()), decided.code() + ": " + decided.explanation());
        }
        PaymentStatus status = switch (payment.state()) {
            case ACCEPTED -> PaymentStatus.ACCP;
            case SUBMITTED -> PaymentStatus.PDNG;
            case SETTLED -> PaymentStatus.ACSC;
            case REJECTED -> PaymentStatus.RJCT;
        };
        List<StatusText> reasons = payment.state() == PaymentState.REJECTED
                ? List.of(new StatusText(Reasons.of(payment.reason()), payment.reason()))
                : List.of();
        return new Outcome(
                status,
                reasons,
                Optional.of(payment.id().toString().replace("-", "")),
                Optional.of(payment.acceptedAt().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC)));
    }
}
