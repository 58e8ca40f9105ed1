package io.florin.bank.credentials;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.bank.protocol.WalletCredentials;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CredentialInternalApi;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Builds the feature, for the privacy model that the currency has when the bank starts.
@Configuration(proxyBeanMethods = false)
public class CredentialsConfiguration {

    /// Takes over what is new of an epoch.
    public interface RenewalStep extends IntSupplier {}

    /// The parts that belong together.
    ///
    /// @param stored empty where nothing is hidden
    record Credentials(Optional<CredentialBook> stored, WalletCredentials ofWallets, RenewalStep renewal) {
        static final Credentials NONE = new Credentials(Optional.empty(), WalletCredentials.NONE, () -> 0);
    }

    @Bean
    Credentials credentials(
            LedgerAccess ledger,
            Custody custody,
            CredentialInternalApi registration,
            RandomGenerator random,
            JdbcClient jdbc,
            JdbcOperations batches,
            WalletChanges changes) {
        if (ledger.model() == PrivacyModel.CLEAR) {
            return Credentials.NONE;
        }
        CredentialBook book = new CredentialBook(jdbc, batches, custody, ledger, changes);
        RegistrationCredentials ofWallets = new RegistrationCredentials(book, registration, custody, ledger, random);
        return new Credentials(Optional.of(book), ofWallets, new CredentialRenewal(book, registration)::step);
    }

    @Bean
    HiddenBook hiddenBook(Credentials credentials) {
        return credentials.stored().<HiddenBook>map(book -> book).orElse(HiddenBook.NONE);
    }

    @Bean
    HolderCredentials holderCredentials(
            Credentials credentials, CredentialInternalApi registration, WalletBook wallets) {
        return new HolderCredentials(credentials.stored(), registration, wallets);
    }

    @Bean
    WalletCredentials walletCredentials(Credentials credentials) {
        return credentials.ofWallets();
    }

    @Bean
    RenewalStep renewalStep(Credentials credentials) {
        return credentials.renewal();
    }
}
