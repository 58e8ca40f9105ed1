package io.florin.benchmarks.instant;

import io.florin.wallet.instant.PaymentForm;

/// Payments of many payers, made and signed before the clock runs.
interface PaymentSource {

    /// Payers that pay one after the other, each one payment at a time.
    int lanes();

    /// The next payment of a payer.
    PaymentForm<?, ?> next(int lane);

    /// Puts the payers' money on the rail.
    void deposit(BenchRail rail);

    /// Checks, at every authority, that exactly these payments are executed and no money came or went.
    ///
    /// @param made payments that became final, of each payer
    void prove(BenchRail rail, int[] made);
}
