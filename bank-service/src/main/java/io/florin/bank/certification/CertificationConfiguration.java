package io.florin.bank.certification;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.chain.SteadyClock;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.OtherCommitters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature, for the privacy model that the currency has when the bank starts.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CertificationProperties.class)
public class CertificationConfiguration {

    /// Certifies what is new; answers how much.
    public interface CertificationStep extends IntSupplier {}

    /// The certifiers by the index of their keys, from 1.
    public record Certifiers(List<CertificationApi> apis) {
        public Certifiers {
            apis = List.copyOf(apis);
        }
    }

    /// The committers beside the one that is followed, each of which must sign as another one.
    public record SecondSources(List<CommitterApi> committers) {
        public SecondSources {
            committers = List.copyOf(committers);
        }
    }

    /// @param differences tokens that the followed committer shows and the other source does not, since the start
    public record CertificationFigures(LongSupplier differences) {}

    /// Time that tokens wait for a certifier's answer.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Bean
    CertifierLines certifierLines(Certifiers certifiers) {
        return new CertifierLines(certifiers.apis(), CertifierLines.Patience.of(PATIENCE));
    }

    @Bean
    Confirmations confirmations(SecondSources sources, LedgerAccess ledger) {
        return new Confirmations(
                new OtherCommitters(sources.committers(), ledger.network(), ledger.configuration()),
                reading -> Thread.ofVirtual().name("bank-confirmation").start(reading));
    }

    @Bean
    CertificationFigures certificationFigures(Confirmations confirmations) {
        return new CertificationFigures(confirmations::differences);
    }

    @Bean
    CertificationStep certificationStep(
            HiddenTokens tokens,
            LedgerAccess ledger,
            CertifierLines certifiers,
            Confirmations confirmations,
            RandomGenerator random,
            CertificationProperties properties,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        if (ledger.model() != PrivacyModel.UNLINKABLE) {
            return () -> 0;
        }
        CertificationLoop loop = new CertificationLoop(
                tokens,
                ledger,
                certifiers,
                new CollectedShares(certifiers.size(), random, properties.namingWait()),
                confirmations,
                new TransactionTemplate(transactions),
                SteadyClock.from(clock));
        return () -> {
            int certified = loop.step();
            return certified == 0 && loop.waits() ? BackgroundLoop.AWAITS : certified;
        };
    }
}
