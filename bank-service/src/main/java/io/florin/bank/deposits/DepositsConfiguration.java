package io.florin.bank.deposits;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.WalletBook;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
public class DepositsConfiguration {

    @Bean
    Deposits deposits(
            JdbcClient jdbc, WalletBook wallets, Holdings holdings, LedgerAccess ledger, InstantSource clock) {
        return new Deposits(jdbc, wallets, holdings, ledger, clock);
    }

    @Bean
    ExchangeMover exchangeMover(Deposits deposits, PaymentService payments) {
        return new ExchangeMover(deposits, payments);
    }
}
