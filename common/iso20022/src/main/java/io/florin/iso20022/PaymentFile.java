package io.florin.iso20022;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// A pain.001 or pacs.008 that was taken: its good lines can be paid, its refused lines are reported.
///
/// @param createdAt as stated; read as UTC when the message gives no offset
public record PaymentFile(
        MessageDefinition definition,
        String messageId,
        OffsetDateTime createdAt,
        Optional<String> initiatingParty,
        List<PaymentBatch> batches) {
    public PaymentFile {
        batches = List.copyOf(batches);
    }

    public List<PaymentLine> lines() {
        return batches.stream().flatMap(batch -> batch.lines().stream()).toList();
    }

    public List<RefusedLine> refusedLines() {
        return batches.stream().flatMap(batch -> batch.refused().stream()).toList();
    }

    public int lineCount() {
        return batches.stream()
                .mapToInt(batch -> batch.lines().size() + batch.refused().size())
                .sum();
    }
}
