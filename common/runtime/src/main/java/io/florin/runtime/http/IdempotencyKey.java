package io.florin.runtime.http;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Form of the header `Idempotency-Key`: 1 to 128 visible characters of ASCII, with blanks between them. Other
/// characters have no one encoding in a header, so two clients could mean different keys by the same bytes.
public final class IdempotencyKey {
    public static final String HEADER = "Idempotency-Key";
    public static final int LENGTH_MAX = 128;
    public static final String PATTERN = "^[!-~]([ -~]{0,126}[!-~])?$";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    private IdempotencyKey() {}

    /// @return the key
    /// @throws ProblemException `invalid-request` where the key has another form
    public static String checked(String key) {
        if (!FORM.matcher(key).matches()) {
            String rule = "has 1 to " + LENGTH_MAX + " visible characters of ASCII";
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST.status(),
                    ProblemCode.INVALID_REQUEST.code(),
                    ProblemCode.INVALID_REQUEST.title(),
                    "The header " + HEADER + " " + rule + ".",
                    Map.of("errors", List.of(new FieldError(HEADER, rule))));
        }
        return key;
    }
}
