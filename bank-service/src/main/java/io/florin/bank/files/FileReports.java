package io.florin.bank.files;

import io.florin.bank.files.RefusedFiles.RefusedFile;
import io.florin.bank.files.StoredFile.Line;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.SearchText;
import io.florin.iso20022.Bic;
import io.florin.iso20022.Outcome;
import io.florin.iso20022.PaymentFile;
import io.florin.iso20022.PaymentFileReader;
import io.florin.iso20022.PaymentStatus;
import io.florin.iso20022.StatusReason;
import io.florin.iso20022.StatusReport;
import io.florin.iso20022.StatusReportWriter;
import io.florin.iso20022.StatusText;
import io.florin.runtime.api.BankInternalApi.NameMatch;
import io.florin.runtime.console.ListPage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
    private final RefusedFiles refusals;
    private final PaymentService orders;
    private final PaymentFileReader reader;
    private final StatusReportWriter writer;
    private final Bic bic;
    private final TransactionOperations snapshots;
    private final InstantSource clock;
    private final IdSource ids;

    /// @param snapshots transactions in which all reads see the same moment
    FileReports(
            PaymentFiles.Kept kept,
            PaymentService orders,
            PaymentFileReader reader,
            StatusReportWriter writer,
            Bic bic,
            TransactionOperations snapshots,
            PaymentFiles.Sources sources) {
        this.store = kept.store();
        this.refusals = kept.refusals();
        this.orders = orders;
        this.reader = reader;
        this.writer = writer;
        this.bic = bic;
        this.snapshots = snapshots;
        this.clock = sources.clock();
        this.ids = sources.ids();
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
            String next,

            @Schema(
                    description = "Why the file as a whole was refused, empty for one that was taken",
                    allowableValues = {"", "payment-file-refused", "duplicate-message"})
            String code) {}

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
            UUID paymentId,

            @Schema(
                    description = "The day, of the bank's zone, for which it was scheduled; null when it was to be paid"
                            + " at once",
                    nullable = true)
            @Nullable
            LocalDate executionDate) {}

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
                next,
                "");
    }

    private static FileView view(RefusedFile file) {
        return new FileView(
                file.id(),
                file.messageId(),
                file.messageType(),
                file.receivedAt(),
                0,
                0,
                0,
                List.of(),
                "",
                file.code());
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
                line.paymentId(),
                line.executionDate());
    }

    Optional<Progress> progress(UUID id, int from, int limit) {
        return store.find(id)
                .map(file -> {
                    Map<PaymentState, Long> states = new EnumMap<>(PaymentState.class);
                    orders.ofFile(id).forEach(payment -> states.merge(payment.state(), 1L, Long::sum));
                    return new Progress(view(file, from, limit), states);
                })
                .or(() -> refusals.find(id).map(file -> new Progress(view(file), Map.of())));
    }

    ListPage<StoredFile> newest(SearchText text, @Nullable String cursor, int size) {
        return store.newest(text, cursor, size);
    }

    ListPage<RefusedFile> newestRefused(SearchText text, @Nullable String cursor, int size) {
        return refusals.newest(text, cursor, size);
    }

    /// The status report of this moment, of a file that was taken or refused. Each one has a message identification of
    /// its own, for it is another message.
    ///
    /// @param customer pain.002 instead of pacs.002
    Optional<byte[]> statusReport(UUID id, boolean customer) {
        Optional<StatusReport> report = Objects.requireNonNull(
                snapshots.execute(_ -> store.find(id).map(this::report).or(() -> refused(id))));
        return report.map(live -> customer ? writer.pain002(live, bic) : writer.pacs002(live, bic, Optional.empty()));
    }

    private Optional<StatusReport> refused(UUID id) {
        return refusals.find(id)
                .map(file -> StatusReport.refused(
                        messageId(), now(), file.messageId(), file.messageType(), refusals.reasons(id)));
    }

    private String messageId() {
        return "S" + ids.get().toString().replace("-", "");
    }

    private OffsetDateTime now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
    }

    private StatusReport report(StoredFile stored) {
        PaymentFile file = reader.again(store.content(stored.id()));
        Map<Integer, Line> lines = new HashMap<>();
        store.lines(stored.id(), 1, Integer.MAX_VALUE).forEach(line -> lines.put(line.number(), line));
        Map<UUID, PaymentView> payments = new HashMap<>();
        orders.ofFile(stored.id()).forEach(payment -> payments.put(payment.id(), payment));
        return StatusReport.of(
                messageId(),
                now(),
                file,
                number -> Optional.ofNullable(lines.get(number)).map(line -> outcome(line, payments)));
    }

    /// A note about the payee's name for the payer, whatever becomes of the payment.
    private static Optional<StatusText> nameReason(NameMatch match) {
        return switch (match) {
            case CLOSE -> told("payee-name-close: the account's holder is called almost so");
            case NO_MATCH -> told("payee-name-differs: the account's holder has another name");
            case MATCH, NOT_CHECKED -> Optional.empty();
        };
    }

    private static Optional<StatusText> told(String words) {
        return Optional.of(new StatusText(StatusReason.NARR, words));
    }

    private static Outcome outcome(Line decided, Map<UUID, PaymentView> payments) {
        PaymentView payment = decided.paymentId() == null ? null : payments.get(decided.paymentId());
        if (payment == null) {
            return Outcome.rejected(Reasons.of(decided.code()), decided.code() + ": " + decided.explanation());
        }
        PaymentStatus status = switch (payment.state()) {
            case ACCEPTED -> PaymentStatus.ACCP;
            case SCHEDULED, SUBMITTED -> PaymentStatus.PDNG;
            case SETTLED -> PaymentStatus.ACSC;
            case REJECTED, CANCELLED -> PaymentStatus.RJCT;
        };
        List<StatusText> reasons = new ArrayList<>();
        if (payment.state() == PaymentState.REJECTED) {
            reasons.add(new StatusText(Reasons.of(payment.reason()), payment.reason()));
        }
        if (payment.state() == PaymentState.CANCELLED) {
            reasons.add(new StatusText(StatusReason.DS02, "cancelled before its day"));
        }
        nameReason(payment.payeeNameMatch()).ifPresent(reasons::add);
        return new Outcome(
                status,
                reasons,
                Optional.of(payment.id().toString().replace("-", "")),
                Optional.of(payment)
                        .filter(PaymentView::wasAccepted)
                        .map(one ->
                                one.acceptedAt().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC)));
    }
}
