package io.florin.centralbank.wiring;

import io.florin.centralbank.supply.Reserves;
import io.florin.centralbank.supply.SupplyConfiguration.FollowStep;
import io.florin.centralbank.supply.SupplyConfiguration.IssueStep;
import io.florin.centralbank.supply.SupplyProperties;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.internal.FlorinInternalHttp;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.florin.wallet.submit.adapter.EndorserClient;
import io.florin.wallet.submit.adapter.HttpApis;
import java.time.Duration;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;

/// Access, clients of other services, and the loops.
@Configuration(proxyBeanMethods = false)
@Import(FlorinInternalHttp.class)
@EnableConfigurationProperties(PeerEndpoints.class)
class CentralBankWiring {

    private static final String OFFICER = "central-bank-officer";
    private static final String VIEWER = "central-bank-viewer";
    private static final String OPERATOR = "operator";

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.allow(HttpMethod.GET, "/v1/supply", OFFICER, VIEWER, OPERATOR),
                AccessRule.allow(HttpMethod.GET, "/v1/reserves", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.GET, "/v1/supply-requests", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.GET, "/v1/supply-requests/{id}", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.POST, "/v1/supply-requests/{id}/approvals", OFFICER),
                AccessRule.allow(HttpMethod.POST, "/v1/supply-requests/{id}/refusal", OFFICER),
                AccessRule.open(HttpMethod.GET, "/console/assets/**"),
                AccessRule.allow(HttpMethod.GET, "/console/**", OFFICER, VIEWER),
                AccessRule.allow(HttpMethod.POST, "/console/**", OFFICER));
    }

    @Bean
    HttpApis httpApis() {
        return new HttpApis(Duration.ofSeconds(2), Duration.ofSeconds(20));
    }

    @Bean
    CommitterApi committerApi(HttpApis apis, PeerEndpoints endpoints) {
        return apis.client(CommitterApi.class, endpoints.committers().getFirst().requireApi());
    }

    @Bean
    EndorserClient endorserClient(HttpApis apis, PeerEndpoints endpoints) {
        return new EndorserClient(endpoints.endorsers().stream()
                .map(endpoint -> apis.client(EndorserApi.class, endpoint.requireApi()))
                .toList());
    }

    @Bean
    ApplicationRunner openReserves(Reserves reserves, SupplyProperties properties) {
        return _ -> properties
                .reserves()
                .forEach(opening -> reserves.open(opening.participant(), opening.balance()));
    }

    @Bean
    BackgroundLoop followLoop(FollowStep step, SupplyProperties properties) {
        return new BackgroundLoop("central-bank-ledger", properties.follow(), step);
    }

    @Bean
    BackgroundLoop issueLoop(IssueStep step, SupplyProperties properties) {
        return new BackgroundLoop("central-bank-issuer", properties.issue(), step);
    }
}
