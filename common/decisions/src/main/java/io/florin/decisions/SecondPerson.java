package io.florin.decisions;

import io.florin.runtime.http.ProblemException;
import java.util.function.Supplier;

/// Four-eyes rule: of what one person entered, another person decides.
///
/// Persons are compared as the log of decisions names them. A name that is missing is nobody else's: what cannot be
/// compared counts as the same person.
public final class SecondPerson {
    /// Code of the refusal in problem details of banks, the central bank and registration.
    public static final String SAME_PERSON = "same-person";
    /// Code of the same in problem details of audit members.
    public static final String NEEDED = "second-person-needed";

    private SecondPerson() {}

    /// Whether the one who decides is the one who entered it.
    public static boolean isMissing(String entered, String decides) {
        return entered.isBlank() || decides.isBlank() || entered.equals(decides);
    }

    /// @param refusal made where another person is needed
    /// @throws ProblemException the refusal
    public static void require(String entered, String decides, Supplier<ProblemException> refusal) {
        if (isMissing(entered, decides)) {
            throw refusal.get();
        }
    }
}
