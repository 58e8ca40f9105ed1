package io.florin.auditor.openings.adapter;

import io.florin.audit.CommittedProof;
import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.audit.adapter.CommitSources;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.CommittedPlaces;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.auditor.protocol.ReportSection;
import io.florin.decisions.DecisionStore;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.api.IdentityInternalApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.Faults;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Openings by case, where a currency is under passive audit.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OpeningProperties.class)
class OpeningConfiguration {

    @Bean
    Members auditMembers(PeerEndpoints endpoints, InternalClients clients) {
        SortedMap<Integer, AuditMemberInternalApi> members = new TreeMap<>();
        endpoints
                .auditMembers()
                .forEach(member -> members.put(
                        member.id(),
                        clients.proxy(
                                AuditMemberInternalApi.class,
                                new Peer(NodeRole.AUDIT_MEMBER, member.id()),
                                member.requireInternal())));
        return new Members(members);
    }

    @Bean
    ValueTable valueTable(OpeningProperties properties) {
        return new ValueTable(properties.tableBits());
    }

    @Bean
    RegisteredIds registeredIds(PeerEndpoints endpoints, InternalClients clients) {
        return new RegisteredIds(endpoints.registrations().stream()
                .findFirst()
                .map(endpoint -> clients.proxy(
                        EnrollmentIdsInternalApi.class,
                        new Peer(NodeRole.REGISTRATION, endpoint.id()),
                        endpoint.requireInternal())));
    }

    @Bean
    DisclosureService.Ledger openingLedger(
            NodeIdentity node,
            ReplayPosition now,
            CommittedPlaces places,
            ReplayedBlocks blocks,
            PaymentArchive archive) {
        return new DisclosureService.Ledger(
                now, places, blocks, archive, new ProofReview(node.networkId(), new SecureRandom()));
    }

    @Bean
    DisclosureService disclosureService(
            NodeIdentity node,
            DisclosureService.Ledger ledger,
            Members members,
            RegisteredIds ids,
            ValueTable values,
            DisclosureService.Office office) {
        return new DisclosureService(node.networkId(), ledger, members, ids, values, office);
    }

    @Bean
    DisclosureService.Office openingOffice(AuditLog log, IncidentLog incidents, PlatformTransactionManager manager) {
        return new DisclosureService.Office(log, incidents, new TransactionTemplate(manager));
    }

    @Bean
    CommittedSource committedSource(
            NodeIdentity node,
            PeerEndpoints endpoints,
            PublicClients committers,
            InternalClients clients,
            JdbcClient jdbc) {
        List<CommitterApi> receipts = endpoints.committers().stream()
                .filter(committer -> committer.api() != null)
                .map(committer -> committers.proxy(CommitterApi.class, committer.requireApi()))
                .toList();
        List<OrderingInternalApi> parties = endpoints.ordering().stream()
                .map(party -> clients.proxy(
                        OrderingInternalApi.class, new Peer(NodeRole.ORDERING, party.id()), party.requireInternal()))
                .toList();
        CommittedProof proof =
                new CommittedProof(node.networkId(), node.genesis().configuration());
        return new CommittedSource(new CommitSources(proof, receipts, parties), jdbc);
    }

    @Bean
    EvidenceService evidenceService(
            NodeIdentity node,
            DisclosureService openings,
            CommittedSource source,
            DecisionStore log,
            PlatformTransactionManager manager) {
        return new EvidenceService(
                node.genesis(), openings, source, log, new TransactionTemplate(manager), new SecureRandom());
    }

    @Bean
    OpeningLog openingLog(JdbcClient jdbc) {
        return new OpeningLog(jdbc);
    }

    @Bean
    IdentityQuestions identityQuestions(
            PeerEndpoints endpoints,
            InternalClients clients,
            OpeningLog openings,
            AuditLog log,
            PlatformTransactionManager manager) {
        return new IdentityQuestions(
                endpoints.registrations().stream()
                        .findFirst()
                        .map(endpoint -> clients.proxy(
                                IdentityInternalApi.class,
                                new Peer(NodeRole.REGISTRATION, endpoint.id()),
                                endpoint.requireInternal())),
                openings,
                log,
                new TransactionTemplate(manager));
    }

    @Bean
    KeyWatch keyWatch(
            ReplayPosition ledger,
            Members members,
            ValueTable values,
            OpeningProperties properties,
            IncidentLog incidents,
            InstantSource clock) {
        return new KeyWatch(ledger, members, values, properties, incidents, clock, new SecureRandom());
    }

    @Bean
    BackgroundLoop keyChecks(KeyWatch watch, Faults faults, OpeningProperties properties) {
        return BackgroundLoop.periodic("audit-key-check", properties.poll(), faults, watch::step);
    }

    @Bean
    ReportSection openingReport(KeyWatch watch, Members members) {
        return new ReportSection() {
            @Override
            public String name() {
                return "openings";
            }

            @Override
            public String title() {
                return "Openings by case";
            }

            @Override
            public Map<String, Object> facts() {
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("members", members.all().size());
                watch.last()
                        .forEach((key, check) -> facts.put(
                                "namespace" + key.namespace().value() + "Epoch" + key.epoch(),
                                Map.of(
                                        "checkedAt", check.at().toString(),
                                        "keyOpens", check.opens(),
                                        "goodMembers", check.good(),
                                        "wrongMembers", check.wrong().toString())));
                return facts;
            }

            @Override
            public boolean sound() {
                return watch.last().values().stream()
                        .allMatch(check -> check.opens() && check.wrong().isEmpty());
            }
        };
    }
}
