package io.florin.bank.certification;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CertificationApi;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature, for the privacy model that the currency has when the bank starts.
@Configuration(proxyBeanMethods = false)
public class CertificationConfiguration {

    /// Certifies what is new; answers how much.
    public interface CertificationStep extends IntSupplier {}

    /// The certifiers by the index of their keys, from 1.
    public record Certifiers(List<CertificationApi> apis) {
        public Certifiers {
            apis = List.copyOf(apis);
        }
    }

    /// How long tokens wait for a certifier's answer.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Bean
    CertifierLines certifierLines(Certifiers certifiers) {
        return new CertifierLines(certifiers.apis(), PATIENCE);
    }

    @Bean
    CertificationStep certificationStep(
            HiddenTokens tokens,
            LedgerAccess ledger,
            CertifierLines certifiers,
            PlatformTransactionManager transactions) {
        if (ledger.model() != PrivacyModel.UNLINKABLE) {
            return () -> 0;
        }
        CertificationLoop loop =
                new CertificationLoop(tokens, ledger, certifiers, new TransactionTemplate(transactions));
        return loop::step;
    }
}
