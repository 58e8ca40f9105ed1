package io.florin.registration.wiring;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.registration.anonymous.BlindIssuer;
import io.florin.registration.anonymous.CredentialDesk;
import io.florin.registration.anonymous.CredentialRenewal;
import io.florin.registration.anonymous.CredentialStore;
import io.florin.registration.anonymous.NoCredentials;
import io.florin.registration.participants.ParticipantStandings;
import io.florin.registration.protocol.AnonymousCredentials;
import io.florin.registration.protocol.RecordJournal;
import io.florin.runtime.Failure;
import io.florin.runtime.decisions.DecisionLog;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.FaultHandler;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Anonymous credentials, where the configuration has a hidden currency.
@Configuration(proxyBeanMethods = false)
class AnonymousConfiguration {
    /// How late an epoch may begin.
    private static final Duration POLL = Duration.ofMillis(250);

    @Bean
    CredentialStore credentialStore(JdbcTemplate jdbc) {
        return new CredentialStore(jdbc);
    }

    @Bean
    CredentialRenewal.Schedule credentialSchedule(RegistrationProperties properties) {
        return new CredentialRenewal.Schedule(
                properties.credentialEpoch(), properties.credentialLead(), properties.credentialBatch());
    }

    @Bean
    CredentialDesk.Office credentialOffice(
            ParticipantStandings participants, DecisionLog log, InstantSource clock, SecureRandom random) {
        return new CredentialDesk.Office(participants, log, clock, random);
    }

    @Bean
    AnonymousCredentials anonymousCredentials(
            CredentialStore store,
            NodeIdentity node,
            PlatformTransactionManager transactions,
            CredentialDesk.Office office,
            CredentialRenewal.Schedule schedule) {
        return issuer(node)
                .<AnonymousCredentials>map(issuer ->
                        new CredentialDesk(store, issuer, new TransactionTemplate(transactions), office, schedule))
                .orElseGet(NoCredentials::new);
    }

    @Bean
    BackgroundLoop credentialRenewal(
            CredentialStore store,
            NodeIdentity node,
            RecordJournal journal,
            PlatformTransactionManager transactions,
            CredentialDesk.Office office,
            CredentialRenewal.Schedule schedule,
            FaultHandler faults) {
        Optional<BlindIssuer> issuer = issuer(node);
        IntSupplier step = issuer.<IntSupplier>map(hidden -> new CredentialRenewal(
                        store, hidden, journal, new TransactionTemplate(transactions), office.clock(), schedule)::step)
                .orElse(() -> 0);
        return new BackgroundLoop("credential-renewal", issuer.isPresent() ? POLL : Duration.ofDays(1), faults, step);
    }

    /// Empty where no currency of genesis hides anything.
    ///
    /// @throws Failure when one does and the node's key is missing or another
    static Optional<BlindIssuer> issuer(NodeIdentity node) {
        List<Bytes> configured = node.genesis().configuration().namespaces().stream()
                .flatMap(namespace -> namespace.hidden().stream())
                .map(HiddenCurrency::credentialKey)
                .distinct()
                .toList();
        if (configured.isEmpty()) {
            return Optional.empty();
        }
        BbsSecretKey secret = node.credentialKey()
                .filter(key ->
                        configured.equals(List.of(Bytes.of(key.publicKey().encode()))))
                .orElseThrow(() -> new Failure("credential.key is missing or not the one of the hidden currencies"));
        return Optional.of(new BlindIssuer(node.networkId(), secret, node.key()));
    }
}
