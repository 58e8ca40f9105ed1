package io.florin.auditmember.wiring;

import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.audit.ShareEntries;
import io.florin.auditmember.adapter.CaseController;
import io.florin.auditmember.adapter.CaseService;
import io.florin.auditmember.adapter.CommitVerifier;
import io.florin.auditmember.adapter.MemberController;
import io.florin.auditmember.adapter.MemberProperties;
import io.florin.auditmember.adapter.ShareService;
import io.florin.decisions.DecisionApi;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogEnd;
import io.florin.decisions.LogWatch;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.http.CompleteJson;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.SignedAnswerCheck;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalProperties;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.florin.runtime.security.CallerFilter;
import io.florin.runtime.security.ParticipantFilter;
import io.florin.runtime.service.FaultHandler;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// The member's parts.
@Configuration(proxyBeanMethods = false)
@Import({FlorinIdentity.class, DecisionApi.class})
@EnableConfigurationProperties({PeerEndpoints.class, MemberProperties.class})
class MemberWiring {
    private static final String OFFICER = "audit-officer";
    private static final String VIEWER = "audit-viewer";
    private static final String LOG_END = "log-end";

    /// JSON from committers, people and the auditor is complete, or it counts as unreadable.
    @Bean
    CompleteJson completeJson() {
        return new CompleteJson();
    }

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.open(HttpMethod.GET, "/console/assets/**"),
                AccessRule.allow(HttpMethod.GET, "/console", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.GET, "/console/**", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.POST, "/console/**", OFFICER),
                AccessRule.allow(HttpMethod.GET, "/v1/cases", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.POST, "/v1/cases", OFFICER),
                AccessRule.allow(HttpMethod.GET, "/v1/cases/{reference}", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.POST, "/v1/cases/{reference}/approval", OFFICER),
                AccessRule.allow(HttpMethod.POST, "/v1/cases/{reference}/refusal", OFFICER),
                AccessRule.allow(HttpMethod.POST, "/v1/cases/{reference}/end", OFFICER),
                AccessRule.allow(HttpMethod.GET, "/v1/decisions", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.GET, "/v1/decisions/check", OFFICER, VIEWER));
    }

    @Bean
    FilterRegistrationBean<ParticipantFilter> participantFilter(NodeIdentity node, ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(new ParticipantFilter(
                node.self().directoryName(), "The caller does not belong to this member's organisation.", problems));
        registration.addUrlPatterns("/v1/*", "/console", "/console/*");
        registration.setOrder(CallerFilter.ORDER);
        return registration;
    }

    @Bean
    DecisionStore decisionStore(JdbcClient jdbc, NodeIdentity node, InstantSource clock, MemberProperties properties) {
        return new DecisionStore(
                ShareEntries.LOG, jdbc, node.networkId(), node.key(), clock, logEnd(properties.directory()));
    }

    private static LogEnd logEnd(@Nullable Path directory) {
        if (directory == null) {
            return LogEnd.inMemory();
        }
        SecretFiles.createDirectory(directory);
        return LogEnd.in(directory.resolve(LOG_END));
    }

    @Bean
    LogWatch logWatch(DecisionStore store) {
        return new LogWatch(store);
    }

    @Bean
    CaseService caseService(
            DecisionStore decisions,
            LogWatch watch,
            JdbcClient jdbc,
            PlatformTransactionManager manager,
            InstantSource clock,
            MemberProperties properties) {
        return new CaseService(
                CaseService.Log.of(decisions, watch), jdbc, new TransactionTemplate(manager), clock, properties);
    }

    @Bean(destroyMethod = "close")
    PublicClients committerClients(JsonMapper json, InternalProperties internal, MemberProperties properties) {
        return new PublicClients(json, internal.connectTimeout(), properties.answerWithin());
    }

    @Bean
    CommitVerifier committedSight(
            NodeIdentity node,
            PeerEndpoints endpoints,
            PublicClients committers,
            InternalClients clients,
            MemberProperties properties) {
        List<CommitterApi> apis = endpoints.committers().stream()
                .filter(endpoint -> endpoint.api() != null)
                .map(PeerEndpoints.Endpoint::requireApi)
                .map(api -> committers.proxy(CommitterApi.class, api, SignedAnswerCheck.of(api, node.genesis())))
                .toList();
        if (apis.isEmpty()) {
            throw new IllegalStateException("no endpoint of a committer: nothing could be seen to be committed");
        }
        List<OrderingInternalApi> parties = endpoints.ordering().stream()
                .map(endpoint -> clients.proxy(
                        OrderingInternalApi.class,
                        new Peer(NodeRole.ORDERING, endpoint.id()),
                        endpoint.requireInternal()))
                .toList();
        return new CommitVerifier(node.genesis(), apis, parties, properties.searchWithin());
    }

    @Bean
    ShareService shareService(
            NodeIdentity node,
            PeerEndpoints endpoints,
            InternalClients clients,
            CaseService cases,
            CommitVerifier sight,
            ShareService.Office office) {
        var archive = new PaymentArchive(endpoints.endorsers().stream()
                .map(endorser -> clients.proxy(
                        EndorserInternalApi.class,
                        new Peer(NodeRole.ENDORSER, endorser.id()),
                        endorser.requireInternal()))
                .toList());
        return new ShareService(
                ShareService.Self.of(node),
                cases,
                sight,
                archive,
                new ProofReview(node.networkId(), new SecureRandom()),
                office);
    }

    @Bean
    ShareService.Office shareOffice(DecisionStore decisions, PlatformTransactionManager manager) {
        return new ShareService.Office(decisions, new TransactionTemplate(manager), new SecureRandom());
    }

    @Bean
    MemberController memberController(NodeIdentity node, ShareService shares, CaseService cases) {
        return new MemberController(shares, cases, node.id());
    }

    @Bean
    CaseController caseController(CaseService cases) {
        return new CaseController(cases);
    }

    @Bean
    BackgroundLoop logChecks(LogWatch watch, FaultHandler faults, MemberProperties properties) {
        return BackgroundLoop.periodic("audit-member-log-check", properties.logCheck(), faults, watch::checkNow);
    }

    /// Ready while it has a share of an audit key of every currency under passive audit, and its log is as it was
    /// written. Whether it is of the key in force, the auditor sees by its checks.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(NodeIdentity node, LogWatch watch) {
        return () -> {
            boolean shares = node.genesis().configuration().namespaces().stream()
                    .filter(namespace -> namespace
                            .hidden()
                            .flatMap(hidden -> hidden.auditKey())
                            .isPresent())
                    .map(Namespace::id)
                    .allMatch(namespace -> node.auditShare(namespace).isPresent());
            boolean intact = watch.isWhole();
            return (shares && intact ? Health.up() : Health.outOfService())
                    .withDetail("shares", shares)
                    .withDetail("logIntact", intact)
                    .build();
        };
    }
}
