package io.florin.centralbank.wiring;

import io.florin.centralbank.configuration.ChangesConfiguration.IdSource;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.reserves.BookCheck;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.supply.Issuer;
import io.florin.centralbank.supply.SupplyCheck;
import io.florin.centralbank.supply.SupplyFollower;
import io.florin.centralbank.supply.SupplyProperties;
import io.florin.centralbank.supply.SupplyService;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.Amount;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.chain.ResultReader;
import io.florin.runtime.http.SignedAnswerCheck;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.loop.BackgroundLoop.Pace;
import io.florin.runtime.service.FaultHandler;
import io.florin.runtime.submission.EndorserClient;
import io.florin.runtime.submission.SubmissionClient;
import io.florin.wallet.submit.adapter.HttpApis;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Clients of other services, and the loops.
@Configuration(proxyBeanMethods = false)
@Import(FlorinIdentity.class)
@EnableConfigurationProperties(PeerEndpoints.class)
class CentralBankWiring {

    /// Longest pause while nothing happens at the central bank.
    private static final Duration REST = Duration.ofSeconds(5);

    @Bean
    SecureRandom secureRandom() {
        return new SecureRandom();
    }

    @Bean
    IdSource idSource() {
        return UUID::randomUUID;
    }

    @Bean
    HttpApis httpApis() {
        return new HttpApis(Duration.ofSeconds(2), Duration.ofSeconds(20));
    }

    @Bean
    CommitterApi committerApi(HttpApis apis, PeerEndpoints endpoints, NodeIdentity node) {
        return committer(CommitterApi.class, apis, endpoints.committers().getFirst(), node);
    }

    /// One committer alone: where g = 0 each of several would be believed about reserves by itself, and whoever is
    /// behind one that lied cannot go on with another.
    @Bean
    ResultReader resultReader(
            HttpApis apis, PeerEndpoints endpoints, NodeIdentity node, ResultReader.Observer observer) {
        return new ResultReader(
                List.of(committer(ResultsApi.class, apis, endpoints.committers().getFirst(), node)), observer);
    }

    private static <T> T committer(Class<T> api, HttpApis apis, PeerEndpoints.Endpoint endpoint, NodeIdentity node) {
        URI base = endpoint.requireApi();
        return apis.client(api, base, SignedAnswerCheck.of(base, node.genesis()));
    }

    @Bean
    SubmissionClient submissionClient(HttpApis apis, PeerEndpoints endpoints) {
        return new SubmissionClient(new EndorserClient(
                endpoints.endorsers().stream()
                        .map(endpoint -> apis.client(EndorserApi.class, endpoint.requireApi()))
                        .toList(),
                new SecureRandom()));
    }

    /// Absent where no auditor is configured; the books are then compared with the committer's ledger alone.
    @Bean
    @Nullable
    AuditorApi auditorApi(HttpApis apis, PeerEndpoints endpoints) {
        return endpoints.auditors().isEmpty()
                ? null
                : apis.client(AuditorApi.class, endpoints.auditors().getFirst().requireApi());
    }

    @Bean
    MoneyText moneyText() {
        return new MoneyText();
    }

    @Bean
    ApplicationRunner openReserves(ReserveLedger reserves, SupplyProperties properties) {
        return _ -> properties
                .reserves()
                .forEach(opening -> reserves.open(opening.participant(), Amount.of(opening.balance())));
    }

    /// Follows blocks and wakes issuing and comparing, for which a block may be work.
    @Bean
    BackgroundLoop followLoop(
            SupplyFollower follower, SupplyProperties properties, Activity activity, FaultHandler faults) {
        return new BackgroundLoop("central-bank-ledger", properties.follow(), faults, () -> {
            SupplyFollower.Followed followed = follower.follow();
            if (followed.changed()) {
                activity.happened();
            }
            return followed.blocks();
        });
    }

    @Bean
    BackgroundLoop issueLoop(
            SupplyService supply,
            SupplyCheck check,
            Issuer issuer,
            SupplyProperties properties,
            Activity activity,
            FaultHandler faults) {
        Duration issue = properties.issue();
        Pace pace = new Pace(issue, issue, issue.compareTo(REST) < 0 ? REST : issue);
        IntSupplier round = () -> {
            supply.expire();
            check.checkBooks();
            return issuer.step();
        };
        return BackgroundLoop.resting(
                "central-bank-issuer", pace, activity, faults, new NewsRounds(activity, REST, round, System::nanoTime));
    }

    @Bean
    BackgroundLoop checkLoop(SupplyCheck check, BookCheck books, SupplyProperties properties, FaultHandler faults) {
        return BackgroundLoop.periodic("central-bank-check", properties.check(), faults, () -> {
            books.check();
            check.checkBooks();
            check.checkAuditor();
        });
    }
}
