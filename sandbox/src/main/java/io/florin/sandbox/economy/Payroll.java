package io.florin.sandbox.economy;

import java.time.LocalDate;
import java.util.List;

/// The employer's payments in one file.
public record Payroll(String messageId, String employerShopId, LocalDate executionDate, List<PayrollLine> lines) {
    public Payroll {
        lines = List.copyOf(lines);
    }

    /// The control sum of the file, in minor units.
    public long totalMinor() {
        return lines.stream().mapToLong(PayrollLine::amountMinor).reduce(0, Math::addExact);
    }
}
