package io.florin.bank.protocol;

import java.util.UUID;

/// Payments that wait for their day. Each can be taken back until its day begins.
public interface PaymentSchedule {

    /// The code of the refusal of what comes too late.
    String DUE = "already-due";

    /// Safe to repeat.
    ///
    /// @throws io.florin.runtime.http.ProblemException 404 for an unknown payment, 409 when its day has begun or it had
    ///     none
    PaymentView cancel(UUID payment);

    /// Cancels all payments of a file that still wait; the others go on. Safe to repeat.
    ///
    /// @return how many were cancelled now
    /// @throws io.florin.runtime.http.ProblemException 409 when none of the file waits or was cancelled before
    int cancelFile(UUID file);
}
