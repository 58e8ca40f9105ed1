package io.florin.bank.accounts;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The customer that a page of the list ended with: customers are listed in the order in which they were added, so a
/// page never changes but by customers at the end. Opaque to callers.
record CustomerCursor(Instant createdAt, UUID id) {

    static final CustomerCursor START = new CustomerCursor(Instant.EPOCH, new UUID(0, 0));

    private static final Pattern FORM = Pattern.compile("c1:(\\d{1,18}):([0-9a-f-]{36})");

    String text() {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, createdAt);
        byte[] bytes = ("c1:" + micros + ":" + id).getBytes(StandardCharsets.US_ASCII);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// The start of the list without a text.
    ///
    /// @throws ProblemException 400 if the text is no cursor of this list
    static CustomerCursor parse(@Nullable String text) {
        return text == null
                ? START
                : read(text)
                        .orElseThrow(() ->
                                new ProblemException(ProblemCode.INVALID_REQUEST, "the cursor is not of this list"));
    }

    private static Optional<CustomerCursor> read(String text) {
        try {
            Matcher form = FORM.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
            return form.matches()
                    ? Optional.of(new CustomerCursor(
                            Instant.EPOCH.plus(Long.parseLong(form.group(1)), ChronoUnit.MICROS),
                            UUID.fromString(form.group(2))))
                    : Optional.empty();
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
