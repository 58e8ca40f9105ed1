package io.florin.registration.protocol;

import io.florin.runtime.http.ProblemException;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/// Reasons for which registration refuses a request about anonymous credentials, on the internal port. Codes are part
/// of the API and are never renamed.
public enum CredentialProblem {
    NO_HIDDEN_CURRENCY(HttpStatus.NOT_FOUND, "No currency of the network hides anything"),
    OTHER_COMMITMENT(HttpStatus.CONFLICT, "The enrollment has a credential for another commitment, for ever"),
    BAD_CREDENTIAL_REQUEST(HttpStatus.UNPROCESSABLE_CONTENT, "The request does not prove its secrets in this session"),
    COMMITMENT_ALTERED(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "The stored commitment is not what was sealed; the authority's people were told"),
    NO_EPOCH_YET(HttpStatus.SERVICE_UNAVAILABLE, "The first epoch has not begun");

    private final HttpStatus status;
    private final String title;

    CredentialProblem(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /// The refusal as it ends a request.
    public ProblemException refusal() {
        return new ProblemException(status, name().toLowerCase(Locale.ROOT).replace('_', '-'), title, title + ".");
    }
}
