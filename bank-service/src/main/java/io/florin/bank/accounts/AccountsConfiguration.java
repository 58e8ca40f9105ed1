package io.florin.bank.accounts;

import io.florin.bank.protocol.AccountNumbers;
import io.florin.bank.protocol.CredentialDesk;
import io.florin.bank.protocol.EnrollmentReferences;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletInfo;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Set;
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
            BankProperties properties, NodeIdentity node, RandomGenerator random, WalletRepository wallets) {
        Path file = properties.directory().resolve("custody.seed");
        if (!Files.exists(file) && wallets.existsById(WalletInfo.TREASURY)) {
            throw new IllegalStateException("the custody seed is missing, and this database has wallets: " + file);
        }
        return new CustodyKeys(seed(file, random), node.networkId(), random);
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

    /// The seed of all custodial keys, made at the first start and never again; only this process's user may read it.
    private static WalletSeed seed(Path file, RandomGenerator random) {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                try (WalletSeed fresh = WalletSeed.generate(random);
                        var channel = Files.newByteChannel(
                                file,
                                Set.of(
                                        StandardOpenOption.CREATE_NEW,
                                        StandardOpenOption.WRITE,
                                        StandardOpenOption.SYNC),
                                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                    channel.write(ByteBuffer.wrap(fresh.toArray()));
                }
            }
            return WalletSeed.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("the custody seed cannot be read: " + file, e);
        }
    }
}
