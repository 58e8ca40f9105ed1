package io.florin.bank.iso20022;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The answer to a payment file: the status of the file and of its payments.
///
/// @param groupReasons why the file as a whole was rejected
public record StatusReport(
        String messageId,
        OffsetDateTime createdAt,
        OriginalMessage original,
        PaymentStatus groupStatus,
        List<StatusText> groupReasons,
        List<LineStatus> lines) {
    /// What the answered message said of itself.
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
        lines = List.copyOf(lines);
    }

    /// The report of a file that was taken: refused lines are rejected for their violations, of the others the
    /// caller says what became of them.
    public static StatusReport of(
            String messageId, OffsetDateTime createdAt, PaymentFile file, Function<PaymentLine, Outcome> outcomes) {
        List<LineStatus> lines = new ArrayList<>();
        for (Batch batch : file.batches()) {
            batch.lines().forEach(line -> lines.add(new LineStatus(batch.id(), line.ids(), outcomes.apply(line))));
            batch.refused().forEach(line -> lines.add(new LineStatus(batch.id(), line.ids(), Outcome.rejected(line))));
        }
        OriginalMessage original = new OriginalMessage(
                Fitting.reference(file.messageId(), NOT_PROVIDED),
                file.definition().id(),
                Optional.of(file.createdAt()));
        PaymentStatus group = PaymentStatus.ofGroup(
                lines.stream().map(line -> line.outcome().status()).toList());
        return new StatusReport(messageId, createdAt, original, group, List.of(), lines);
    }

    /// The report of a file that was refused as a whole; what could not be read of it is `NOTPROVIDED`.
    public static StatusReport of(String messageId, OffsetDateTime createdAt, Reading.Refused refused) {
        OriginalMessage original = new OriginalMessage(
                Fitting.reference(refused.messageId().orElse(""), NOT_PROVIDED),
                refused.definition().map(MessageDefinition::id).orElse(NOT_PROVIDED),
                Optional.empty());
        List<StatusText> reasons = StatusText.of(refused.violations());
        return new StatusReport(messageId, createdAt, original, PaymentStatus.RJCT, reasons, List.of());
    }
}
