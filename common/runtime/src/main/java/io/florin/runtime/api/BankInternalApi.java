package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/// Interface between banks, on the internal port.
public interface BankInternalApi {

    /// Addresses to pay to: the wallet addresses behind accounts of this bank, and whether their holders are called
    /// what the payers call them.
    ///
    /// @param questions at most 2000
    /// @return one answer for each, in order
    @PostExchange("/internal/v1/accounts/resolutions")
    List<AccountAnswer> resolve(@RequestBody List<AccountQuestion> questions);

    /// @param name of the payee as the payer writes it, at most 140 characters; empty where the name is not compared
    record AccountQuestion(String iban, String name) {}

    /// @param code empty when payable, else why not: `unknown-account` or `account-not-payable`
    /// @param address as text, empty when not payable and in a currency that hides owners or values
    /// @param hiddenAddress as text, in such a currency
    /// @param bic of the bank that answers
    /// @param name how the payer's name for the payee compares with the account holder's; the holder's name is not told
    record AccountAnswer(String iban, String code, String address, String hiddenAddress, String bic, NameMatch name) {}

    /// Comparison of the name that a payer gives a payee with that of the account's holder.
    enum NameMatch {
        /// The same words, whatever their order, case, accents and punctuation.
        MATCH,
        /// Other spelling, initials or fewer names.
        CLOSE,
        /// Another name.
        NO_MATCH,
        /// Nobody compared: an address without an account, or a holder whom the bank does not know.
        NOT_CHECKED
    }
}
