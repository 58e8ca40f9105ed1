package io.florin.sandbox.economy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.Optional;

/// The payroll file that comes with the sandbox: pain.001, 1,000 lines, drawn from the demo's own seed. Account numbers
/// are given out in the same order in every run, so the file fits every fresh economy of that seed.
public final class ShippedPayroll {
    /// The day of the payroll is fixed, so that the same seed is the same file.
    public static final LocalDate PAYDAY = LocalDate.of(2026, 1, 30);
    public static final long SEED = 42;
    public static final String FILE = "payroll-seed-42.xml";

    private ShippedPayroll() {}

    /// @return the file, if it is of this seed
    public static Optional<byte[]> of(long seed) {
        if (seed != SEED) {
            return Optional.empty();
        }
        try (InputStream file = ShippedPayroll.class.getResourceAsStream("/economy/" + FILE)) {
            if (file == null) {
                throw new IllegalStateException("the payroll file is missing: " + FILE);
            }
            return Optional.of(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the payroll file cannot be read", e);
        }
    }
}
