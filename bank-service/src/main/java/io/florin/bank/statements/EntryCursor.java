package io.florin.bank.statements;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// End of a page of entries. Opaque to callers; bound to its wallet, so that it leads nowhere else.
record EntryCursor(long wallet, long before) {

    private static final Pattern FORM = Pattern.compile("e1:(\\d{1,18}):(\\d{1,18})");

    String text() {
        byte[] bytes = ("e1:" + wallet + ":" + before).getBytes(StandardCharsets.US_ASCII);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Exclusive upper bound of the ids on the page after the cursor; no bound without a cursor.
    static long before(long wallet, @Nullable String cursor) {
        if (cursor == null) {
            return Long.MAX_VALUE;
        }
        return parse(cursor)
                .filter(parsed -> parsed.wallet() == wallet)
                .map(EntryCursor::before)
                .orElseThrow(() -> new ProblemException(ProblemCode.INVALID_REQUEST, "the cursor is not of this list"));
    }

    private static Optional<EntryCursor> parse(String text) {
        try {
            Matcher form = FORM.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
            return form.matches()
                    ? Optional.of(new EntryCursor(Long.parseLong(form.group(1)), Long.parseLong(form.group(2))))
                    : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
