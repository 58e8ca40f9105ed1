package io.florin.bank.limits;

import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.WalletBook;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
public class LimitsConfiguration {

    @Bean
    HoldingLimits holdingLimits(JdbcClient jdbc, LedgerAccess ledger) {
        return new SelfHeldRoom(jdbc, ledger);
    }

    @Bean
    ExcessSweep excessSweep(
            JdbcClient jdbc,
            WalletBook wallets,
            Holdings holdings,
            LedgerAccess ledger,
            PaymentService payments,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return new ExcessSweep(jdbc, wallets, holdings, ledger, payments, new TransactionTemplate(transactions), clock);
    }
}
