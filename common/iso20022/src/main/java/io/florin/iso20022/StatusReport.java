package io.florin.iso20022;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// The answer to a payment file: the status of the file and of its payments.
///
/// @param groupReasons why the file as a whole was rejected
/// @param refusedBatches those of its batches that were rejected as a whole
public record StatusReport(
        String messageId,
        OffsetDateTime createdAt,
        OriginalMessage original,
        PaymentStatus groupStatus,
        List<StatusText> groupReasons,
        List<RefusedBatch> refusedBatches,
        List<LineStatus> lines) {
    /// A batch that was rejected as a whole, with the reasons.
    ///
    /// @param id its `PmtInfId`, where it has one
    public record RefusedBatch(Optional<String> id, List<StatusText> reasons) {}

    /// Identification of the answered message, from its header.
    public record OriginalMessage(String messageId, String messageName, Optional<OffsetDateTime> createdAt) {
        public OriginalMessage {
            Fitting.requireReference("original message identification", messageId);
            Fitting.requireReference("original message name", messageName);
        }
    }

    private static final String NOT_PROVIDED = "NOTPROVIDED";

    public StatusReport {
        Fitting.requireReference("message identification", messageId);
        groupReasons = List.copyOf(groupReasons);
        refusedBatches = List.copyOf(refusedBatches);
        lines = List.copyOf(lines);
    }

    /// The report of a file that was taken: of each line, by its number, the caller says what became of it. Lines that
    /// it knows nothing of are rejected for their violations.
    ///
    /// @throws IllegalStateException if a good line has no outcome
    public static StatusReport of(
            String messageId, OffsetDateTime createdAt, PaymentFile file, IntFunction<Optional<Outcome>> outcomes) {
        List<LineStatus> lines = new ArrayList<>();
        for (PaymentBatch batch : file.batches()) {
            for (PaymentLine line : batch.lines()) {
                Outcome outcome = outcomes.apply(line.number())
                        .orElseThrow(() -> new IllegalStateException("nothing is known of line " + line.number()));
                lines.add(new LineStatus(batch.id(), line.ids(), outcome));
            }
            for (RefusedLine line : batch.refused()) {
                lines.add(new LineStatus(
                        batch.id(), line.ids(), outcomes.apply(line.number()).orElseGet(() -> Outcome.rejected(line))));
            }
        }
        OriginalMessage original = new OriginalMessage(
                Fitting.reference(file.messageId(), NOT_PROVIDED),
                file.definition().id(),
                Optional.of(file.createdAt()));
        PaymentStatus group = PaymentStatus.ofGroup(
                lines.stream().map(line -> line.outcome().status()).toList());
        List<RefusedBatch> refused = file.batches().stream()
                .filter(batch -> !batch.violations().isEmpty())
                .map(batch -> new RefusedBatch(batch.id(), StatusText.of(batch.violations())))
                .toList();
        return new StatusReport(messageId, createdAt, original, group, List.of(), refused, lines);
    }

    /// The report of a file that was refused as a whole; what could not be read of it is `NOTPROVIDED`.
    ///
    /// @param refusedId its message identification, empty where it has none
    /// @param refusedName its message definition, empty where it is none
    public static StatusReport refused(
            String messageId,
            OffsetDateTime createdAt,
            String refusedId,
            String refusedName,
            List<StatusText> reasons) {
        OriginalMessage original = new OriginalMessage(
                Fitting.reference(refusedId, NOT_PROVIDED),
                refusedName.isEmpty() ? NOT_PROVIDED : refusedName,
                Optional.empty());
        return new StatusReport(messageId, createdAt, original, PaymentStatus.RJCT, reasons, List.of(), List.of());
    }
}
