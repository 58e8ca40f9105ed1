package io.florin.bank.statements;

import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.WalletBook;
import io.florin.iso20022.Bic;
import io.florin.iso20022.StatementWriter;
import io.florin.iso20022.SupportedCurrency;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
public class StatementsConfiguration {

    @Bean
    EntryStore entryStore(JdbcClient jdbc) {
        return new EntryStore(jdbc);
    }

    @Bean
    Statements statements(
            EntryStore store,
            WalletBook wallets,
            BankIdentity bank,
            SupportedCurrency currency,
            PlatformTransactionManager transactions,
            InstantSource clock,
            IdSource ids) {
        TransactionTemplate snapshots = new TransactionTemplate(transactions);
        snapshots.setReadOnly(true);
        snapshots.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return new Statements(
                store,
                wallets,
                new StatementWriter(),
                new Statements.Bank(new Bic(bank.bic()), currency),
                snapshots,
                new Statements.Sources(clock, ids));
    }
}
