package io.florin.bank.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds where to pay to.
public interface PayeeDirectory {

    /// @param accounts IBANs of any bank of the network, or addresses as text
    /// @return an answer for each distinct account
    Map<String, Payee> resolve(List<String> accounts);

    default Payee resolve(String account) {
        return Optional.ofNullable(resolve(List.of(account)).get(account)).orElseThrow();
    }

    /// Where an account leads.
    sealed interface Payee {
        record Found(PayTo address) implements Payee {}

        /// @param code `unknown-account`, `account-not-payable`, or `bank-not-reachable` (which may pass)
        record Missing(String code) implements Payee {}
    }
}
