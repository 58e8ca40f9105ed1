package io.florin.bank.reserves;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.wallet.submit.adapter.EndorserClient;
import java.time.InstantSource;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
public class ReservesConfiguration {

    /// One step of the loop that carries out supply orders.
    public interface SupplyStep extends IntSupplier {}

    @Bean
    SupplyOrders supplyOrders(
            JdbcClient jdbc, WalletBook wallets, Holdings holdings, InstantSource clock, RandomGenerator random) {
        return new SupplyOrders(jdbc, wallets, holdings, clock, random);
    }

    @Bean
    SupplyLoop.Bank supplyBank(NodeIdentity node, WalletBook wallets, Holdings holdings, LedgerAccess ledger) {
        return new SupplyLoop.Bank(node.id(), wallets, holdings, ledger);
    }

    @Bean
    SupplyLoop.Others supplyOthers(CentralBankInternalApi centralBank, EndorserClient endorsers, AuditorApi auditor) {
        return new SupplyLoop.Others(centralBank, endorsers, auditor);
    }

    @Bean
    ReservePages.Counter reserveCounter(Idempotent idempotent, Amounts amounts, IdSource ids, JsonMapper json) {
        return new ReservePages.Counter(idempotent, amounts, ids, json);
    }

    @Bean
    SupplyStep supplyStep(
            SupplyOrders orders,
            SupplyLoop.Bank bank,
            SupplyLoop.Others others,
            PlatformTransactionManager transactions,
            RandomGenerator random) {
        SupplyLoop loop = new SupplyLoop(orders, bank, others, new TransactionTemplate(transactions), random);
        return loop::step;
    }
}
