package io.florin.sandbox.demo;

import java.util.Map;

/// Accounts of everybody in the economy.
///
/// @param accounts by the id of a person or shop
/// @param issuedMinor what the banks withdrew, in minor units
public record SeededEconomy(Map<String, Account> accounts, long issuedMinor) {

    /// @param bank id of the bank
    /// @param wallet number at the bank
    public record Account(String bank, long wallet, String iban, String holder) {}

    public Account account(String id) {
        Account account = accounts.get(id);
        if (account == null) {
            throw new IllegalArgumentException("nobody is called " + id);
        }
        return account;
    }
}
