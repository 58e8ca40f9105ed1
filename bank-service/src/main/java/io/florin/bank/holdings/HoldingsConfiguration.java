package io.florin.bank.holdings;

import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
public class HoldingsConfiguration {

    @Bean
    TokenStore tokenStore(JdbcClient jdbc, LedgerAccess ledger) {
        return new TokenStore(jdbc, ledger.currency().value());
    }

    @Bean
    LedgerFollower ledgerFollower(
            CommitterApi committer,
            LedgerAccess ledger,
            WalletBook wallets,
            List<FinalStatusListener> listeners,
            JdbcClient jdbc,
            JdbcOperations batches,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return new LedgerFollower(
                committer,
                ledger,
                wallets,
                new BlockStore(jdbc, batches),
                listeners,
                new TransactionTemplate(transactions),
                clock);
    }

    /// Follows the notes of these endorsers.
    public static NoteFollower noteFollower(
            List<EndorserApi> endorsers,
            LedgerAccess ledger,
            X25519KeyPair key,
            JdbcClient jdbc,
            PlatformTransactionManager transactions) {
        return new NoteFollower(endorsers, ledger, key, jdbc, new TransactionTemplate(transactions));
    }
}
