package io.florin.registration.wiring;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.decisions.DecisionLog;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.registration.anonymous.BarredRegister;
import io.florin.registration.anonymous.BlindIssuer;
import io.florin.registration.anonymous.CredentialIssuance;
import io.florin.registration.anonymous.CredentialRenewal;
import io.florin.registration.anonymous.CredentialStore;
import io.florin.registration.anonymous.EpochSigner;
import io.florin.registration.anonymous.IssuedIds;
import io.florin.registration.anonymous.NoBarredEnrollments;
import io.florin.registration.anonymous.NoCredentials;
import io.florin.registration.participants.ParticipantStandings;
import io.florin.registration.protocol.AnonymousCredentials;
import io.florin.registration.protocol.BarredEnrollments;
import io.florin.registration.protocol.IssuedEnrollmentIds;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.FaultHandler;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Anonymous credentials, where the configuration has a hidden currency.
@Configuration(proxyBeanMethods = false)
class AnonymousConfiguration {
    /// Pause between looks at the hour: an epoch begins so late at most.
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
    CredentialIssuance.Office credentialOffice(
            ParticipantStandings participants, DecisionLog log, InstantSource clock, SecureRandom random) {
        return new CredentialIssuance.Office(participants, log, clock, random);
    }

    /// @param signer empty where nothing is hidden
    record Issuance(Optional<EpochSigner> signer) {

        /// Enrollments whose commitments somebody altered in the database.
        Collection<UUID> altered() {
            return signer.map(EpochSigner::altered).orElseGet(List::of);
        }
    }

    @Bean
    Issuance credentialIssuance(
            NodeIdentity node, PlatformTransactionManager transactions, CredentialIssuance.Office office) {
        return new Issuance(issuer(node)
                .map(issuer -> new EpochSigner(issuer, office.log(), new TransactionTemplate(transactions))));
    }

    @Bean
    AnonymousCredentials anonymousCredentials(
            CredentialStore store,
            Issuance issuance,
            PlatformTransactionManager transactions,
            CredentialIssuance.Office office,
            CredentialRenewal.Schedule schedule) {
        return issuance.signer()
                .<AnonymousCredentials>map(signer ->
                        new CredentialIssuance(store, signer, new TransactionTemplate(transactions), office, schedule))
                .orElseGet(NoCredentials::new);
    }

    @Bean
    BarredEnrollments barredEnrollments(
            CredentialStore store,
            Issuance issuance,
            NodeIdentity node,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return issuance.signer()
                .<BarredEnrollments>map(
                        signer -> new BarredRegister(store, signer, transactions, node.networkId(), node.key(), clock))
                .orElseGet(NoBarredEnrollments::new);
    }

    /// None are issued where nothing is hidden.
    @Bean
    IssuedEnrollmentIds issuedEnrollmentIds(
            CredentialStore store, Issuance issuance, PlatformTransactionManager transactions) {
        return issuance.signer()
                .<IssuedEnrollmentIds>map(signer -> new IssuedIds(store, signer, new TransactionTemplate(transactions)))
                .orElseGet(() -> _ -> List.of());
    }

    @Bean
    BackgroundLoop credentialRenewal(
            CredentialStore store,
            Issuance issuance,
            RecordStore journal,
            PlatformTransactionManager transactions,
            CredentialIssuance.Office office,
            CredentialRenewal.Schedule schedule,
            FaultHandler faults) {
        Optional<EpochSigner> signer = issuance.signer();
        IntSupplier step = signer.<IntSupplier>map(hidden -> new CredentialRenewal(
                        store, hidden, journal, new TransactionTemplate(transactions), office.clock(), schedule)::step)
                .orElse(() -> 0);
        return new BackgroundLoop("credential-renewal", signer.isPresent() ? POLL : Duration.ofDays(1), faults, step);
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
