package io.florin.bank.accounts;

import io.florin.bank.protocol.AccountNumbers;
import io.florin.bank.protocol.CredentialDesk;
import io.florin.bank.protocol.EnrollmentReferences;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletInfo;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.identity.KeyProperties;
import io.florin.runtime.identity.NetworkProperties;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.runtime.identity.NodeSecrets;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BankProperties.class)
public class AccountsConfiguration {

    /// One step of the enrollment loop.
    public interface EnrollmentStep extends Runnable {}

    @Bean(destroyMethod = "close")
    CustodyKeys custodyKeys(
            BankProperties properties,
            NetworkProperties network,
            KeyProperties keys,
            NodeIdentity node,
            RandomGenerator random,
            WalletRepository wallets) {
        try (NodeSecrets secrets = NodeSecrets.of(network.directory(), node, keys)) {
            var file = new CustodySeedFile(properties.directory(), secrets);
            return new CustodyKeys(
                    file.open(wallets.existsById(WalletInfo.TREASURY), random), node.networkId(), random);
        }
    }

    @Bean
    Accounts accounts(
            CustomerRepository customers,
            WalletRepository wallets,
            CustodyKeys custody,
            HiddenBook hidden,
            LedgerAccess ledger,
            NodeIdentity node,
            BankProperties properties,
            InstantSource clock,
            IdSource ids) {
        return new Accounts(
                customers,
                wallets,
                custody,
                hidden,
                ledger,
                new Accounts.Bank(node.id(), properties.name(), properties.country()),
                clock,
                ids);
    }

    /// Before any loop runs and any request is taken.
    @Bean
    SmartInitializingSingleton custodySeedCheck(Accounts accounts) {
        return accounts::checkSeed;
    }

    @Bean
    EnrollmentReferences enrollmentReferences() {
        return Accounts::reference;
    }

    @Bean
    AccountNumbers accountNumbers() {
        return IbanIssuer::participantOf;
    }

    @Bean
    EnrollmentStep enrollmentStep(
            Accounts accounts,
            RegistrationInternalApi registration,
            CredentialDesk credentials,
            InstantSource clock,
            BankProperties properties) {
        EnrollmentLoop loop = new EnrollmentLoop(accounts, registration, credentials, clock, properties.standingPoll());
        return loop::run;
    }
}
