package io.florin.bank.payments.adapter;

import java.util.Collection;
import java.util.Set;

/// The UETRs of all payments that this bank ever accepted: one belongs to one payment, for ever, whatever became of it.
/// Calls take part in the caller's database transaction.
interface UetrRegister {

    /// Takes those that are free, waiting for others that are taking the same ones.
    ///
    /// @param uetrs 36 characters each; the same one twice counts once
    /// @return those that were free and are the caller's now
    Set<String> take(Collection<String> uetrs);

    /// Frees what the caller took in the same database transaction and does not need.
    void giveBack(Collection<String> uetrs);
}
