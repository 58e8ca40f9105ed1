package io.florin.bank.files;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment file that was taken.
///
/// @param initiator who sent it by its own words, empty when it does not say
/// @param createdAt as the message states
record StoredFile(
        UUID id,
        String messageId,
        String messageType,
        String initiator,
        Instant createdAt,
        Instant receivedAt,
        int lines) {

    /// Decision about a line, taken when the file came.
    ///
    /// @param amount minor units, 0 where the line states none that can be read
    /// @param code why it was refused, empty when accepted
    /// @param paymentId null when refused
    /// @param executionDate for which it was scheduled, null when paid at once or refused
    record Line(
            int number,
            String endToEndId,
            long amount,
            String code,
            String explanation,
            @Nullable UUID paymentId,
            @Nullable LocalDate executionDate) {}
}
