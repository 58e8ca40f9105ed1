package io.florin.bank.accounts;

import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletChanges;
import io.florin.bank.protocol.WalletCredentials;
import io.florin.bank.protocol.WalletInfo;
import io.florin.identity.KeyProperties;
import io.florin.identity.NetworkProperties;
import io.florin.identity.NodeIdentity;
import io.florin.identity.NodeSecrets;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    ApplicationProperties.class,
    BankProperties.class,
    ClosingProperties.class,
    RecoveryProperties.class
})
public class AccountsConfiguration {

    private static final Metrics METRICS = new Metrics("bank");

    /// All committers by id, whose answers count only if one of them signed them.
    public record Committers(Map<Integer, CommitterApi> apis) {}

    @Bean
    CustomerPages.Counter customerCounter(JdbcClient jdbc, Idempotent idempotent, IdSource ids, JsonMapper json) {
        return new CustomerPages.Counter(new CustomerSearch(jdbc), idempotent, ids, json);
    }

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
    WalletNews walletNews() {
        return new WalletNews();
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
            JdbcClient jdbc,
            WalletNews news,
            InstantSource clock,
            IdSource ids) {
        return new Accounts(
                customers,
                wallets,
                new HeldWallets(jdbc, hidden, properties.name()),
                custody,
                hidden,
                ledger,
                new Accounts.Bank(node.id(), properties.name(), properties.country()),
                news,
                clock,
                ids);
    }

    /// Before any loop runs and any request is taken.
    @Bean
    SmartInitializingSingleton custodySeedCheck(Accounts accounts) {
        return accounts::checkSeed;
    }

    @Bean
    WalletClaims walletClaims(Accounts accounts, RegistrationInternalApi registration) {
        return new WalletClaims(accounts, registration);
    }

    @Bean
    ShareChanges shareChanges(
            Accounts accounts,
            RegistrationInternalApi registration,
            HoldingLimits limits,
            LedgerAccess ledger,
            PlatformTransactionManager transactions) {
        return new ShareChanges(accounts, registration, limits, ledger, new TransactionTemplate(transactions));
    }

    @Bean
    Closings closings(
            JdbcClient jdbc,
            Accounts accounts,
            Holdings holdings,
            LedgerAccess ledger,
            Amounts amounts,
            InstantSource clock,
            IdSource ids) {
        return new Closings(jdbc, accounts, holdings, ledger, amounts, clock, ids);
    }

    @Bean
    ClosingLoop closingSteps(
            Closings closings,
            RegistrationInternalApi registration,
            LedgerAccess ledger,
            Holdings holdings,
            LedgerHeight height,
            InstantSource clock,
            ClosingProperties properties) {
        return new ClosingLoop(closings, registration, ledger, holdings, height, clock, properties.idleMax());
    }

    @Bean
    LedgerHeight ledgerHeight(Committers committers, RecoveryProperties properties) {
        return new LedgerHeight(committers.apis(), properties.withoutCommitters());
    }

    @Bean
    WalletRecovery.Ledger recoveryLedger(LedgerAccess ledger, LedgerHeight height, ObjectProvider<Holdings> holdings) {
        return new WalletRecovery.Ledger(ledger, height, holdings::getObject);
    }

    @Bean
    WalletRecovery.Database recoveryDatabase(
            JdbcClient jdbc, PlatformTransactionManager transactions, InstantSource clock, NodeIdentity node) {
        return new WalletRecovery.Database(jdbc, new TransactionTemplate(transactions), clock, node.id());
    }

    @Bean
    RegisteredWallets registeredWallets(
            RegistrationInternalApi registration,
            LedgerAccess ledger,
            NodeIdentity node,
            RecoveryProperties properties) {
        return new RegisteredWallets(
                registration,
                ledger.network(),
                node.genesis().configuration().registrationKey(),
                node.id(),
                properties.unknownMax());
    }

    @Bean
    WalletRecovery walletRecovery(
            RegisteredWallets registered,
            Accounts accounts,
            WalletRepository wallets,
            CustodyKeys custody,
            RecoveryProperties properties,
            WalletRecovery.Ledger ledger,
            WalletRecovery.Database database) {
        return new WalletRecovery(registered, accounts, wallets, custody, properties, ledger, database);
    }

    @Bean
    StandingFollower standingFollower(
            RegistrationInternalApi registration,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            NodeIdentity node,
            MeterRegistry meters,
            WalletChanges changes,
            WalletNews news,
            Activity activity) {
        var follower = new StandingFollower(
                registration,
                new StandingBook(jdbc, new TransactionTemplate(transactions), changes, news, activity),
                node.networkId(),
                node.genesis().configuration().registrationKey(),
                node.id(),
                fault -> meters.counter(
                                METRICS.name("registration", "refused"),
                                Metrics.REASON,
                                fault.name().toLowerCase(Locale.ROOT))
                        .increment());
        Gauge.builder(METRICS.name("registration", "record"), follower::applied).register(meters);
        return follower;
    }

    @Bean
    EnrollmentLoop enrollmentSteps(
            Accounts accounts,
            RegistrationInternalApi registration,
            WalletCredentials credentials,
            InstantSource clock,
            WalletNews news,
            BankProperties properties,
            ApplicationProperties applications) {
        return new EnrollmentLoop(
                accounts, registration, credentials, clock, properties.standingPoll(), applications, news);
    }
}
