package io.florin.centralbank.protocol;

import io.florin.runtime.http.ProblemException;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/// Reasons for which the central bank refuses a request. Codes are part of the API and are never renamed.
public enum SupplyProblem {
    NO_SUCH_REQUEST(HttpStatus.NOT_FOUND, "There is no such request"),
    NO_SUCH_ADJUSTMENT(HttpStatus.NOT_FOUND, "There is no such adjustment"),
    NO_SUCH_INCIDENT(HttpStatus.NOT_FOUND, "There is no such open incident"),
    NO_RESERVE_ACCOUNT(HttpStatus.NOT_FOUND, "The bank has no reserve account"),
    NOT_AN_OFFICER(HttpStatus.FORBIDDEN, "This is no officer's login"),
    OTHER_CONTENT(HttpStatus.CONFLICT, "The id belongs to another request"),
    NOT_AS_SHOWN(HttpStatus.CONFLICT, "The request is not the one that the officer was shown"),
    ALREADY_DECIDED(HttpStatus.CONFLICT, "It is decided already"),
    REQUEST_EXPIRED(HttpStatus.CONFLICT, "The request has expired"),
    SAME_PERSON(HttpStatus.CONFLICT, "Another person must do this"),
    ISSUING_STOPPED(HttpStatus.CONFLICT, "An incident has stopped issuing"),
    ALREADY_APPROVED(HttpStatus.UNPROCESSABLE_CONTENT, "An officer approves a request once"),
    WRONG_PASSPHRASE(HttpStatus.UNPROCESSABLE_CONTENT, "The passphrase does not open the officer's key"),
    WRONG_KEY(HttpStatus.UNPROCESSABLE_CONTENT, "The signature is not under the key that the configuration names"),
    OFFICER_LOCKED(HttpStatus.TOO_MANY_REQUESTS, "Too many wrong passphrases; the officer waits"),
    NOT_A_TREASURY(HttpStatus.UNPROCESSABLE_CONTENT, "The owner is not an active treasury of the bank that asks"),
    RESERVES_TOO_LOW(HttpStatus.UNPROCESSABLE_CONTENT, "The reserves do not cover the amount"),
    BAD_AMOUNT(HttpStatus.UNPROCESSABLE_CONTENT, "An amount is a whole number of minor units, not zero, of a bank");

    private final HttpStatus status;
    private final String title;

    SupplyProblem(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    /// The code in problem details, for example `same-person`.
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public HttpStatus status() {
        return status;
    }

    /// The refusal as it ends a request.
    public ProblemException refusal() {
        return new ProblemException(status, code(), title, title + ".");
    }
}
