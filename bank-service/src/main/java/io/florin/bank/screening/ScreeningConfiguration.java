package io.florin.bank.screening;

import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.bank.screening.HeldCredit.State;
import io.florin.decisions.DecisionFormat;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogWatch;
import io.florin.identity.NodeIdentity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ScreeningProperties.class)
public class ScreeningConfiguration {

    /// The lock of the log of decisions in the database.
    private static final int APPENDING_DECISIONS = 7_201;

    /// Work that is done now and then.
    public record Upkeep(Runnable reload, Duration reloadPause, Runnable checkLog, Duration checkPause) {}

    /// @param held credits by state, where the money is still there; reported ones all
    /// @param listCurrent whether the list at its source is in use
    /// @param logBroken whether the last check found the log of decisions otherwise than it was written
    public record ScreeningFigures(
            ToLongFunction<String> held, BooleanSupplier listCurrent, BooleanSupplier logBroken) {}

    @Bean
    DecisionStore decisionStore(JdbcClient jdbc, NodeIdentity node, InstantSource clock) {
        return new DecisionStore(
                new DecisionFormat("bank-decision", true, APPENDING_DECISIONS),
                jdbc,
                node.networkId(),
                node.key(),
                clock);
    }

    @Bean
    LogWatch logWatch(DecisionStore store) {
        return new LogWatch(store);
    }

    @Bean
    ListInUse listInUse(ScreeningProperties properties) {
        return new ListInUse(properties.list()::getContentAsByteArray, properties.reportedFrom());
    }

    @Bean
    HeldCredits heldCredits(JdbcClient jdbc, WalletChanges changes) {
        return new HeldCredits(jdbc, changes);
    }

    @Bean
    HeldCreditReleases heldCreditReleases(
            HeldCredits credits,
            ListInUse lists,
            WalletBook wallets,
            DecisionStore log,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return new HeldCreditReleases(credits, lists, wallets, log, new TransactionTemplate(transactions), clock);
    }

    @Bean
    CreditScreening creditScreening(
            ListInUse lists,
            HeldCredits credits,
            DecisionStore log,
            PlatformTransactionManager transactions,
            InstantSource clock,
            ScreeningProperties properties) {
        return new CreditScreening(
                lists, credits, log, new TransactionTemplate(transactions), clock, properties.noteWait());
    }

    @Bean
    Upkeep screeningUpkeep(ListInUse lists, LogWatch watch, ScreeningProperties properties) {
        return new Upkeep(lists::reload, properties.reload(), watch::checkNow, properties.logCheck());
    }

    @Bean
    ScreeningFigures screeningFigures(ListInUse lists, HeldCredits credits, LogWatch watch, InstantSource clock) {
        HeldCounts counts = new HeldCounts(credits, clock);
        return new ScreeningFigures(
                state -> counts.of(State.valueOf(state)), () -> lists.current().isPresent(), watch::isBroken);
    }
}
