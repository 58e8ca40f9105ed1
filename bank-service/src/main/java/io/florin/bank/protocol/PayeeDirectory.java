package io.florin.bank.protocol;

import io.florin.runtime.api.BankInternalApi.NameMatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds where to pay to.
public interface PayeeDirectory {

    /// @param payees of any bank of the network
    /// @return an answer for each distinct payee
    Map<Named, Payee> resolve(List<Named> payees);

    default Payee resolve(Named payee) {
        return Optional.ofNullable(resolve(List.of(payee)).get(payee)).orElseThrow();
    }

    /// A payee, in the payer's words.
    ///
    /// @param account IBAN, or address as text
    /// @param name may be empty
    record Named(String account, String name) {}

    /// Where an account leads.
    sealed interface Payee {
        /// @param agent BIC of the bank that keeps the account, empty for an address, which no bank answers for
        /// @param name how the payer's name for it compares with the holder's
        record Found(PayTo address, String agent, NameMatch name) implements Payee {}

        /// @param code `unknown-account`, `account-not-payable`, or `bank-not-reachable` (which may pass)
        record Missing(String code) implements Payee {}
    }
}
