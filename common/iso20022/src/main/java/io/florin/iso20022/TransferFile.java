package io.florin.iso20022;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// A customer's payment file to be written: what [TransferFileWriter] makes a pain.001 of.
public record TransferFile(
        String messageId,
        OffsetDateTime createdAt,
        String initiatingParty,
        SupportedCurrency currency,
        List<TransferBatch> batches) {
    /// Payments by one debtor on one day.
    public record TransferBatch(String id, Party debtor, LocalDate requestedDate, List<Transfer> transfers) {
        public TransferBatch {
            Fitting.requireReference("batch identification", id);
            transfers = List.copyOf(transfers);
            if (transfers.isEmpty() || debtor.account().isEmpty()) {
                throw new IllegalArgumentException("a batch has a debtor's account and transfers");
            }
        }
    }

    /// One payment.
    public record Transfer(
            String endToEndId, Optional<Uetr> uetr, long minorUnits, Party creditor, Optional<String> remittance) {
        public Transfer {
            Fitting.requireReference("end-to-end identification", endToEndId);
            if (minorUnits <= 0 || creditor.account().isEmpty()) {
                throw new IllegalArgumentException("a transfer has an amount and a creditor's account");
            }
        }
    }

    public TransferFile {
        Fitting.requireReference("message identification", messageId);
        batches = List.copyOf(batches);
        if (batches.isEmpty()) {
            throw new IllegalArgumentException("a file has batches");
        }
    }
}
