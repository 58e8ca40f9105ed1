package io.florin.iso20022;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Payments that belong together: one `PmtInf` of a pain.001, the whole of a pacs.008.
///
/// @param debtor who pays, for all lines of a pain.001 batch; empty in a pacs.008, where each line says it
/// @param accountCurrency the currency the message gives the debtor's account
/// @param requestedDate requested execution date, or the interbank settlement date in the header of a pacs.008
/// @param violations why the batch is refused: then it has no good line
public record PaymentBatch(
        Optional<String> id,
        Optional<Party> debtor,
        Optional<String> accountCurrency,
        Optional<LocalDate> requestedDate,
        List<Violation> violations,
        List<PaymentLine> lines,
        List<RefusedLine> refused) {
    public PaymentBatch {
        violations = List.copyOf(violations);
        lines = List.copyOf(lines);
        refused = List.copyOf(refused);
        if (!violations.isEmpty() && !lines.isEmpty()) {
            throw new IllegalArgumentException("a refused batch has no good line");
        }
    }
}
