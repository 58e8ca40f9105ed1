package io.florin.bank.protocol;

import org.springframework.http.ResponseEntity;

/// The one rule for everything that moves money: above `florin.bank.approval.above` no person does it alone, and above
/// `florin.bank.approval.programs-above` no program does; a held credit nobody releases alone. Every form of the
/// console and every call of the API that moves money asks here.
public interface FourEyes {

    /// Does what a clerk orders, or keeps it until somebody else has approved it.
    ///
    /// @param key made with the form, so that sending it twice does it once
    /// @return 202 with `page`, where what became of it is shown, or a refusal
    ResponseEntity<String> order(MoneyOrder order, String clerk, String key);

    /// Whether a second person must look at it before it is done.
    ///
    /// @param amount minor units; of a file the sum of its lines
    boolean needsSecondPerson(long amount);

    /// A program's order.
    ///
    /// @param amount minor units; of a file the sum of its lines
    /// @throws ProblemException 422 when it is more than a program may order: persons have to
    void checkProgram(long amount);
}
