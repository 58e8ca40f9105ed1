package io.florin.bank.protocol;

/// Gets a wallet its anonymous credential, where the currency needs one.
public interface WalletCredentials {

    /// Of a currency that hides nothing.
    WalletCredentials NONE = (_, _) -> {};

    /// Asks registration for the credential of an enrolled custodial wallet, unless the wallet has it. Safe to repeat.
    ///
    /// @throws org.springframework.web.client.RestClientException when registration does not give it now
    void issue(long wallet, String enrollmentId);
}
