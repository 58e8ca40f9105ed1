package io.florin.centralbank.protocol;

import io.florin.runtime.http.ProblemException;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/// Reasons for which the central bank refuses a change of the configuration. Codes are part of the API and are never
/// renamed.
public enum ConfigurationProblem {
    NO_SUCH_CHANGE(HttpStatus.NOT_FOUND, "There is no such proposal"),
    CONFIGURATION_MOVED(HttpStatus.CONFLICT, "Another configuration is in force than the one this was made for"),
    NOT_AS_SHOWN(HttpStatus.CONFLICT, "The change is not the one that the officer was shown"),
    FIXED_SETTING(HttpStatus.UNPROCESSABLE_CONTENT, "This setting cannot be changed while the network runs"),
    IMPOSSIBLE_CONFIGURATION(HttpStatus.UNPROCESSABLE_CONTENT, "The network could not work with this configuration"),
    NOTHING_CHANGES(HttpStatus.UNPROCESSABLE_CONTENT, "Everything is in force already as it is asked for"),
    IDEMPOTENCY_KEY_REUSED(HttpStatus.UNPROCESSABLE_CONTENT, "The key belongs to another proposal");

    private final HttpStatus status;
    private final String title;

    ConfigurationProblem(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /// The code in problem details, for example `impossible-configuration`.
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public HttpStatus status() {
        return status;
    }

    /// The refusal as it ends a request.
    public ProblemException refusal() {
        return refusal(title + ".");
    }

    /// The refusal with what is wrong in this case.
    public ProblemException refusal(String detail) {
        return new ProblemException(status, code(), title, detail);
    }
}
