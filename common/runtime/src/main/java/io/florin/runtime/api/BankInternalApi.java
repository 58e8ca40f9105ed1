package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/// What banks ask of each other, on the internal port.
public interface BankInternalApi {

    /// Where to pay to: the wallet addresses behind accounts of this bank.
    ///
    /// @param ibans at most 2000
    /// @return one answer for each, in order
    @PostExchange("/internal/v1/accounts/resolutions")
    List<AccountAnswer> resolve(@RequestBody List<String> ibans);

    /// @param code empty when payable, else why not: `unknown-account` or `account-not-payable`
    /// @param address as text, empty when not payable and in a currency that hides owners or values
    /// @param hiddenAddress as text, in such a currency
    record AccountAnswer(String iban, String code, String address, String hiddenAddress) {

        /// In a currency that hides nothing.
        public AccountAnswer(String iban, String code, String address) {
            this(iban, code, address, "");
        }
    }
}
