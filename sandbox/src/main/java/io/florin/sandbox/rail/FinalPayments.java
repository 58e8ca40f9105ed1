package io.florin.sandbox.rail;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.FinalPayment;
import io.florin.runtime.keys.SecretFiles;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Files of the demo's final payments as their payees keep them, all in one file of the data directory: their number
/// `u32`, then each as `bytes`; for the owner's eyes, since it says who was paid what. It is written whole when
/// everything was paid, so a directory that has it is not paid in again.
public final class FinalPayments {
    private static final int PAYMENTS_MAX = 100_000;
    private static final int PAYMENT_BYTES_MAX = 64 * 1024;

    private final Path file;

    public FinalPayments(Path dataDirectory) {
        this.file = dataDirectory.resolve("final-payments");
    }

    public boolean isKept() {
        return Files.exists(file);
    }

    /// @throws SandboxException if the file is damaged
    /// @throws UncheckedIOException if it is not there
    public List<FinalPayment> read() {
        try {
            return CanonicalReader.decode(Files.readAllBytes(file), FinalPayments::readFrom);
        } catch (DecodeException e) {
            throw new SandboxException("the file " + file + " is damaged", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static List<FinalPayment> readFrom(CanonicalReader reader) {
        int count = (int) Math.min(reader.u32(), Integer.MAX_VALUE);
        return reader.list(
                count,
                PAYMENTS_MAX,
                () -> FinalPayment.decode(reader.bytes(PAYMENT_BYTES_MAX).toArray()));
    }

    public void write(List<FinalPayment> payments) {
        CanonicalWriter writer = new CanonicalWriter(1 << 20).u32(payments.size());
        payments.forEach(payment -> writer.bytes(Bytes.of(payment.encode())));
        SecretFiles.write(file, writer.toByteArray());
    }

    /// Keeps one more.
    public void add(FinalPayment payment) {
        List<FinalPayment> all = new ArrayList<>(read());
        all.add(payment);
        write(all);
    }
}
