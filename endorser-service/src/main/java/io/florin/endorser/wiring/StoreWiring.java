package io.florin.endorser.wiring;

import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.status.adapter.LedgerPositionStore;
import io.florin.endorser.store.adapter.BundleRepository;
import io.florin.endorser.store.adapter.ClientTransactionRepository;
import io.florin.endorser.store.adapter.PostgresTransactionStore;
import io.florin.endorser.store.adapter.StoreProperties;
import io.florin.endorser.store.adapter.StoreWriter;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Stores in the database: client transactions, and how far the ledger has been followed.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StoreProperties.class)
class StoreWiring {

    @Bean(destroyMethod = "close")
    StoreWriter storeWriter(DataSource database, StoreProperties properties, FaultHandler faults, NodeIdentity node) {
        var commits = new TransactionTemplate(new JdbcTransactionManager(database));
        return new StoreWriter(commits, properties, faults, EndorserWiring.name(node, "store"));
    }

    @Bean
    PostgresTransactionStore transactionStore(
            JdbcTemplate jdbc,
            StoreWriter writer,
            ClientTransactionRepository transactions,
            BundleRepository bundles,
            FollowedPosition view,
            InstantSource clock) {
        return new PostgresTransactionStore(jdbc, writer, transactions, bundles, view.now(), clock);
    }

    @Bean
    LedgerPositionStore followedLedger(JdbcTemplate jdbc) {
        return new LedgerPositionStore(jdbc);
    }

    @Bean
    FollowedPosition ledgerView(LedgerPositionStore followed, NodeIdentity node) {
        return new FollowedPosition(followed.position(node.genesis().configuration()));
    }
}
