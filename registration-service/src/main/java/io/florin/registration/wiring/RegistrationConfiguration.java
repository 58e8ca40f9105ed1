package io.florin.registration.wiring;

import io.florin.decisions.DecisionFormat;
import io.florin.decisions.DecisionLog;
import io.florin.decisions.FlorinDecisions;
import io.florin.decisions.LogWatch;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.registration.anonymous.CredentialStore;
import io.florin.registration.credentials.CredentialAuthority;
import io.florin.registration.credentials.NodeCertificateAuthority;
import io.florin.registration.identities.IdentityInquiries;
import io.florin.registration.identities.MemberCases;
import io.florin.registration.participants.Admissions;
import io.florin.registration.participants.ApplicationList;
import io.florin.registration.participants.EndpointProbe;
import io.florin.registration.participants.ParticipantApplications;
import io.florin.registration.participants.ParticipantList;
import io.florin.registration.participants.ParticipantRegister;
import io.florin.registration.participants.ParticipantStandings;
import io.florin.registration.people.ApplicationService;
import io.florin.registration.people.ApprovalRule;
import io.florin.registration.people.EnrollmentList;
import io.florin.registration.people.EnrollmentRepository;
import io.florin.registration.people.PersonRegister;
import io.florin.registration.people.RescreeningService;
import io.florin.registration.people.RescreeningTasks;
import io.florin.registration.people.StoredIdentities;
import io.florin.registration.people.TaskList;
import io.florin.registration.records.RecordStore;
import io.florin.registration.screening.DocumentRules;
import io.florin.runtime.Failure;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.console.OverviewTile;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.screening.ReloadedScreening;
import io.florin.runtime.screening.Screening;
import io.florin.runtime.service.FaultHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The features of registration, put together.
@Configuration(proxyBeanMethods = false)
@Import({FlorinIdentity.class, FlorinDecisions.class})
@EnableConfigurationProperties({RegistrationProperties.class, PeerEndpoints.class})
class RegistrationConfiguration {
    /// The lock of the log of decisions in the database.
    private static final int APPENDING_DECISIONS = 7_001;

    @Bean
    SecureRandom secureRandom() {
        return new SecureRandom();
    }

    @Bean
    CredentialAuthority credentialAuthority(NodeIdentity node, RegistrationProperties properties, SecureRandom random) {
        return new CredentialAuthority(
                node.networkName(),
                node.key(),
                properties.credentialValidity(),
                random,
                Instant.ofEpochMilli(node.genesis().createdMillis()));
    }

    @Bean
    NodeCertificateAuthority nodeCertificates(
            NodeIdentity node, RegistrationProperties properties, SecureRandom random) {
        Path certificate = properties.authority().certificate();
        Path key = properties.authority().key();
        Optional<NodeCertificateAuthority.Issuer> issuer = certificate == null || key == null
                ? Optional.empty()
                : Optional.of(NodeCertificateAuthority.Issuer.of(read(certificate), read(key)));
        return new NodeCertificateAuthority(node.networkName(), issuer, random);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new Failure("file cannot be read: " + file, broken);
        }
    }

    @Bean
    ReloadedScreening screening(RegistrationProperties properties) {
        return new ReloadedScreening(
                properties.screening().list()::getContentAsByteArray,
                properties.screening().reportedFrom());
    }

    @Bean
    DocumentRules documentChecks(RegistrationProperties properties) {
        Map<Integer, DocumentRules.TierDemand> demands = new LinkedHashMap<>();
        properties
                .screening()
                .tiers()
                .forEach((tier, demand) -> demands.put(
                        tier,
                        new DocumentRules.TierDemand(demand.documentTypes(), demand.ageMin(), demand.expiryAsked())));
        return new DocumentRules(demands, properties.screening().countriesNotTaken());
    }

    @Bean
    DecisionFormat decisionFormat() {
        return new DecisionFormat("registration-decision", true, APPENDING_DECISIONS);
    }

    @Bean
    BackgroundLoop logChecks(LogWatch watch, RegistrationProperties properties, FaultHandler faults) {
        return BackgroundLoop.periodic("decision-log-check", properties.logCheck(), faults, watch::checkNow);
    }

    @Bean
    EndpointProbe endpointProbe(RegistrationProperties properties) {
        return new EndpointProbe(properties.conformance().timeout());
    }

    @Bean
    Admissions admissions(
            ParticipantApplications applications,
            ParticipantRegister register,
            DecisionLog log,
            RecordStore journal,
            NodeCertificateAuthority certificates,
            EndpointProbe probe,
            RegistrationProperties properties,
            InstantSource clock) {
        var office = new Admissions.Office(log, journal, certificates, clock, UUID::randomUUID);
        return new Admissions(
                applications, register, office, probe, properties.conformance().required());
    }

    @Bean
    ParticipantList participantList(JdbcClient jdbc, ParticipantRegister register) {
        return new ParticipantList(jdbc, register);
    }

    @Bean
    ApplicationList applicationList(JdbcClient jdbc, ParticipantApplications applications) {
        return new ApplicationList(jdbc, applications);
    }

    @Bean
    EnrollmentList enrollmentList(JdbcClient jdbc, EnrollmentRepository enrollments) {
        return new EnrollmentList(jdbc, enrollments);
    }

    @Bean
    TaskList taskList(JdbcClient jdbc, RescreeningTasks tasks, EnrollmentRepository enrollments) {
        return new TaskList(jdbc, tasks, enrollments);
    }

    @Bean
    ParticipantStandings participantStandings(ParticipantRegister register, DecisionLog log, RecordStore journal) {
        return new ParticipantStandings(register, log, journal);
    }

    @Bean
    ApplicationService applicationService(
            EnrollmentRepository enrollments,
            PlatformTransactionManager transactions,
            ApplicationService.Checks checks,
            ApplicationService.Office office,
            NodeIdentity node) {
        NetworkConfiguration configuration = node.genesis().configuration();
        return new ApplicationService(
                enrollments, new TransactionTemplate(transactions), checks, office, node.networkId(), configuration);
    }

    @Bean
    PersonRegister personRegister(
            JdbcClient jdbc, EnrollmentRepository enrollments, RegistrationProperties properties) {
        return new PersonRegister(
                jdbc, enrollments, UUID::randomUUID, properties.screening().reportedFrom());
    }

    @Bean
    ApplicationService.Checks applicationChecks(
            Screening screening,
            DocumentRules documents,
            ParticipantStandings participants,
            PersonRegister people,
            RegistrationProperties properties) {
        var rule = new ApprovalRule(properties.autoApproveTiers(), properties.autoApproveTreasuries());
        return new ApplicationService.Checks(screening, documents, participants, people, rule);
    }

    @Bean
    ApplicationService.Office customerOffice(
            DecisionLog log,
            RecordStore journal,
            CredentialAuthority credentials,
            CredentialStore withdrawal,
            InstantSource clock,
            SecureRandom random) {
        return new ApplicationService.Office(log, journal, credentials, withdrawal, clock, random, UUID::randomUUID);
    }

    @Bean
    RescreeningService rescreeningService(
            RescreeningTasks tasks,
            EnrollmentRepository enrollments,
            ApplicationService customers,
            PlatformTransactionManager transactions,
            RescreeningService.Office office) {
        return new RescreeningService(tasks, enrollments, customers, new TransactionTemplate(transactions), office);
    }

    @Bean
    RescreeningService.Office rescreeningOffice(Screening screening, DecisionLog log, InstantSource clock) {
        return new RescreeningService.Office(screening, log, clock, UUID::randomUUID);
    }

    /// Takes a new list when there is one and screens whoever it has not been applied to.
    @Bean
    BackgroundLoop rescreening(
            ReloadedScreening screening,
            RescreeningService screenings,
            RegistrationProperties properties,
            FaultHandler faults) {
        return new BackgroundLoop("rescreening", properties.screening().reload(), faults, () -> {
            screening.reload();
            return screenings.step();
        });
    }

    @Bean
    OverviewTile waitingApplications(Admissions admissions) {
        return OverviewTile.ofCount("Banks that wait", "/console/participant-applications", admissions::waiting);
    }

    @Bean
    OverviewTile admittedBanks(ParticipantStandings standings) {
        return OverviewTile.ofCount("Participants", "/console/participants", standings::count);
    }

    @Bean
    OverviewTile waitingEnrollments(ApplicationService people) {
        return OverviewTile.ofCount("Customers that wait", "/console/enrollments?select=WAITING", people::waiting);
    }

    @Bean
    OverviewTile screeningHits(ApplicationService people) {
        return OverviewTile.ofCount("Screening hits", "/console/enrollments?select=HITS", people::waitingWithHits);
    }

    @Bean
    OverviewTile listedPeople(RescreeningService screenings) {
        return OverviewTile.ofCount("Customers on a new list", "/console/rescreening", screenings::openCount);
    }

    @Bean
    IdentityInquiries identityInquiries(
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            MemberCases cases,
            DecisionLog log,
            InstantSource clock) {
        return new IdentityInquiries(
                jdbc,
                new TransactionTemplate(transactions),
                new StoredIdentities(jdbc),
                cases,
                log,
                clock,
                UUID::randomUUID);
    }

    /// As many members must have a case open as could open a payment, by genesis.
    @Bean
    MemberCases memberCases(PeerEndpoints endpoints, InternalClients clients, NodeIdentity node) {
        int needed = node.genesis().configuration().namespaces().stream()
                .flatMap(namespace -> namespace.hidden().stream())
                .flatMap(hidden -> hidden.auditKeys().stream())
                .mapToInt(HiddenCurrency.AuditKey::threshold)
                .max()
                .orElse(0);
        List<AuditMemberInternalApi> members = endpoints.auditMembers().stream()
                .map(member -> clients.proxy(
                        AuditMemberInternalApi.class,
                        new Peer(NodeRole.AUDIT_MEMBER, member.id()),
                        member.requireInternal()))
                .toList();
        return new MemberCases(members, needed);
    }

    @Bean
    OverviewTile identitiesAsked(IdentityInquiries inquiries) {
        return OverviewTile.ofCount("Who is this id?", "/console/identity-inquiries", inquiries::waiting);
    }

    @Bean
    OverviewTile enrolled(ApplicationService people) {
        return OverviewTile.ofCount("Enrolled", "/console/enrollments?select=ALL", people::approved);
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(RegistrationConfiguration.class, "api.properties");
    }
}
