package io.florin.iso20022;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Makes payroll files: one employer, so many wages. The same employees, bounds and randomness give the same file.
///
/// @param employees paid in turn until the file has its lines
/// @param wageMinimum the smallest wage in minor units
/// @param wageMaximum the largest
public record PayrollMaker(
        Party employer, List<Party> employees, SupportedCurrency currency, long wageMinimum, long wageMaximum) {
    public PayrollMaker {
        employees = List.copyOf(employees);
        if (employees.isEmpty() || wageMinimum <= 0 || wageMaximum < wageMinimum) {
            throw new IllegalArgumentException("a payroll has employees and positive wages");
        }
    }

    /// A file of `lines` wages, paid on the day it is created. Message, batch and payments are named after `id`, which
    /// therefore has at most 29 characters.
    public TransferFile file(String id, OffsetDateTime createdAt, int lines, RandomGenerator random) {
        List<TransferFile.Transfer> transfers = new ArrayList<>(lines);
        for (int i = 0; i < lines; i++) {
            transfers.add(new TransferFile.Transfer(
                    String.format(Locale.ROOT, "%s-%05d", id, i + 1),
                    Optional.of(Uetr.from(random)),
                    random.nextLong(wageMinimum, Math.addExact(wageMaximum, 1)),
                    employees.get(i % employees.size()),
                    Optional.of(String.format(Locale.ROOT, "Wage %s", createdAt.toLocalDate()))));
        }
        return new TransferFile(
                id,
                createdAt,
                employer.name().orElse("Employer"),
                currency,
                List.of(new TransferFile.TransferBatch(id, employer, createdAt.toLocalDate(), transfers)));
    }
}
