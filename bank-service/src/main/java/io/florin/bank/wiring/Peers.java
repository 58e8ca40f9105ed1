package io.florin.bank.wiring;

import io.florin.bank.accounts.AccountsConfiguration.Committers;
import io.florin.bank.certification.CertificationConfiguration.Certifiers;
import io.florin.bank.certification.CertificationConfiguration.SecondSources;
import io.florin.bank.holdings.HoldingsConfiguration.NoteSources;
import io.florin.bank.holdings.NotingEndorser;
import io.florin.bank.network.NetworkTrace;
import io.florin.bank.protocol.TransactionTrace;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.DistinctCommitters;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.SignedAnswerCheck;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.submission.EndorserClient;
import io.florin.runtime.submission.SubmissionClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/// Clients of the other services.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PeerEndpoints.class)
class Peers {

    /// Endorsers in this bank's order of preference, so that banks spread over them.
    record Endorsers(List<EndorserApi> apis) {}

    @Bean
    PublicClients publicClients(JsonMapper json) {
        return new PublicClients(json, Duration.ofSeconds(2), Duration.ofSeconds(20));
    }

    @Bean
    DistinctCommitters distinctCommitters() {
        return new DistinctCommitters();
    }

    @Bean
    Committers committers(PublicClients apis, PeerEndpoints endpoints, NodeIdentity node, DistinctCommitters distinct) {
        Map<Integer, CommitterApi> byId = new HashMap<>();
        for (PeerEndpoints.Endpoint endpoint : endpoints.committers()) {
            IntPredicate counts = endpoint.equals(endpoints.committers().getFirst()) ? distinct.followed() : _ -> true;
            byId.put(endpoint.id(), committer(apis, endpoint.requireApi(), node, counts));
        }
        if (byId.size() != endpoints.committers().size()) {
            throw new IllegalStateException("each of florin.endpoints.committers has an id of its own");
        }
        return new Committers(byId);
    }

    /// The one that is followed.
    @Bean
    CommitterApi committerApi(Committers committers, PeerEndpoints endpoints) {
        return Objects.requireNonNull(
                committers.apis().get(endpoints.committers().getFirst().id()));
    }

    @Bean
    SecondSources secondSources(
            PublicClients apis, PeerEndpoints endpoints, NodeIdentity node, DistinctCommitters distinct) {
        return new SecondSources(endpoints.committers().stream()
                .skip(1)
                .map(endpoint -> committer(apis, endpoint.requireApi(), node, distinct.another()))
                .toList());
    }

    private static CommitterApi committer(PublicClients apis, URI base, NodeIdentity node, IntPredicate counts) {
        return apis.proxy(CommitterApi.class, base, SignedAnswerCheck.of(base, node.genesis(), counts));
    }

    @Bean
    AuditorApi auditorApi(PublicClients apis, PeerEndpoints endpoints) {
        return apis.proxy(AuditorApi.class, endpoints.auditors().getFirst().requireApi());
    }

    @Bean
    Endorsers endorsers(PublicClients apis, PeerEndpoints endpoints) {
        return new Endorsers(endpoints.endorsers().stream()
                .map(endpoint -> apis.proxy(EndorserApi.class, endpoint.requireApi()))
                .toList());
    }

    @Bean
    TransactionTrace transactionTrace(Endorsers endorsers, CommitterApi committer) {
        return new NetworkTrace(endorsers.apis(), committer);
    }

    @Bean
    EndorserClient endorserClient(Endorsers endorsers, RandomGenerator random) {
        return new EndorserClient(endorsers.apis(), random);
    }

    @Bean
    SubmissionClient submissionClient(EndorserClient endorsers) {
        return new SubmissionClient(endorsers);
    }

    @Bean
    RegistrationInternalApi registrationApi(InternalClients clients, PeerEndpoints endpoints) {
        PeerEndpoints.Endpoint endpoint = endpoints.registrations().getFirst();
        return clients.proxy(
                RegistrationInternalApi.class,
                new Peer(NodeRole.REGISTRATION, endpoint.id()),
                endpoint.requireInternal());
    }

    @Bean
    CredentialInternalApi credentialApi(InternalClients clients, PeerEndpoints endpoints) {
        PeerEndpoints.Endpoint endpoint = endpoints.registrations().getFirst();
        return clients.proxy(
                CredentialInternalApi.class,
                new Peer(NodeRole.REGISTRATION, endpoint.id()),
                endpoint.requireInternal());
    }

    @Bean
    Certifiers certifiers(PublicClients apis, PeerEndpoints endpoints) {
        return new Certifiers(endpoints.certifiers().stream()
                .sorted(Comparator.comparingInt(PeerEndpoints.Endpoint::id))
                .map(endpoint -> apis.proxy(CertificationApi.class, endpoint.requireApi()))
                .toList());
    }

    @Bean
    NoteSources noteSources(Endorsers endorsers, PeerEndpoints endpoints) {
        List<NotingEndorser> sources = new ArrayList<>();
        for (EndorserApi api : endorsers.apis()) {
            sources.add(
                    new NotingEndorser(endpoints.endorsers().get(sources.size()).id(), api));
        }
        return new NoteSources(sources);
    }

    @Bean
    CentralBankInternalApi centralBankApi(InternalClients clients, PeerEndpoints endpoints) {
        PeerEndpoints.Endpoint endpoint = endpoints.centralBanks().getFirst();
        return clients.proxy(
                CentralBankInternalApi.class,
                new Peer(NodeRole.CENTRAL_BANK, endpoint.id()),
                endpoint.requireInternal());
    }
}
