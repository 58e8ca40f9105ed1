package io.florin.bank.deposits;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
public class DepositsConfiguration {

    @Bean
    Deposits deposits(
            JdbcClient jdbc, WalletBook wallets, Holdings holdings, LedgerAccess ledger, InstantSource clock) {
        return new Deposits(jdbc, wallets, holdings, ledger, clock);
    }

    @Bean
    DepositPages.Counter depositCounter(Idempotent idempotent, Amounts amounts, JsonMapper json) {
        return new DepositPages.Counter(idempotent, amounts, json);
    }
}
