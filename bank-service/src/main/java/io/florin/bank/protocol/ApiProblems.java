package io.florin.bank.protocol;

import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.decisions.SecondPerson;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.Map;
import org.springframework.http.HttpStatus;

/// The bank's own problems, each with a stable code.
public final class ApiProblems {

    private ApiProblems() {}

    public static ProblemException unknown(String what) {
        return new ProblemException(ProblemCode.NOT_FOUND, "there is no such " + what);
    }

    /// A business rule said no: 422.
    public static ProblemException refused(String code, String explanation) {
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT, code, "The request breaks a business rule", explanation, Map.of());
    }

    /// The four-eyes rule said no: 422.
    public static ProblemException samePerson(String explanation) {
        return refused(SecondPerson.SAME_PERSON, explanation);
    }

    public static PaymentView accepted(Acceptance acceptance) {
        return switch (acceptance) {
            case Acceptance.Accepted(PaymentView payment) -> payment;
            case Acceptance.Refused(String code, String explanation) -> throw refused(code, explanation);
        };
    }
}
