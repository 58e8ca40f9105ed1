package io.florin.registration.protocol;

import io.florin.runtime.http.ProblemException;
import org.springframework.http.HttpStatus;

/// Reasons for which registration refuses a request. Codes are part of the API and are never renamed.
public enum RegistrationProblem {
    NO_SUCH_APPLICATION(HttpStatus.NOT_FOUND, "There is no such application"),
    NO_SUCH_PARTICIPANT(HttpStatus.NOT_FOUND, "There is no such participant"),
    NO_SUCH_ENROLLMENT(HttpStatus.NOT_FOUND, "There is no such enrollment"),
    NO_SUCH_INQUIRY(HttpStatus.NOT_FOUND, "There is no such inquiry"),
    NO_OPEN_CASE(HttpStatus.FORBIDDEN, "No open case of the audit authority covers it"),
    NOT_RELEASED(HttpStatus.CONFLICT, "Two officers have not released the name"),
    NO_SUCH_TASK(HttpStatus.NOT_FOUND, "There is no such task"),
    OTHER_CONTENT(HttpStatus.CONFLICT, "The reference was used for another application"),
    ALREADY_DECIDED(HttpStatus.CONFLICT, "The application is decided already"),
    SAME_PERSON(HttpStatus.CONFLICT, "Another person must do this"),
    NOT_POSSIBLE_NOW(HttpStatus.CONFLICT, "The standing does not allow this change"),
    PARTICIPANT_TAKEN(HttpStatus.CONFLICT, "The participant id or BIC is in use"),
    PARTICIPANT_NOT_ACTIVE(HttpStatus.CONFLICT, "The bank is not an active participant"),
    OWNER_KEY_TAKEN(HttpStatus.CONFLICT, "The owner key is enrolled or applied for already"),
    TREASURY_TAKEN(HttpStatus.CONFLICT, "The bank has a treasury already"),
    NOT_CONFORMANT(HttpStatus.CONFLICT, "The last check of the endpoints was not green"),
    PERSON_UNDECIDED(HttpStatus.CONFLICT, "An officer has to say first whether the applicant is a person known"),
    PERSON_LIMIT_REACHED(HttpStatus.CONFLICT, "The person's other wallets have what is asked of the holding limit"),
    REASON_MISSING(HttpStatus.UNPROCESSABLE_CONTENT, "A reason is needed"),
    UNKNOWN_TIER(HttpStatus.UNPROCESSABLE_CONTENT, "The network has no such tier"),
    BAD_KEY(HttpStatus.UNPROCESSABLE_CONTENT, "A key is malformed"),
    BAD_PROOF_OF_POSSESSION(HttpStatus.UNPROCESSABLE_CONTENT, "The proof of possession does not fit the owner key"),
    BAD_CERTIFICATE_REQUEST(HttpStatus.UNPROCESSABLE_CONTENT, "The certificate request cannot be used"),
    BAD_FIELD(HttpStatus.UNPROCESSABLE_CONTENT, "A field has the wrong form");

    private final HttpStatus status;
    private final String title;

    RegistrationProblem(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /// The code in problem details, for example `same-person`.
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    public String title() {
        return title;
    }

    public HttpStatus status() {
        return status;
    }

    /// The refusal as it ends a request.
    public ProblemException refusal(String detail) {
        return new ProblemException(status, code(), title, detail);
    }

    public ProblemException refusal() {
        return refusal(title + ".");
    }
}
