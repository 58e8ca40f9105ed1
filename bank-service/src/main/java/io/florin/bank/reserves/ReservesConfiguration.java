package io.florin.bank.reserves;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.Treasury;
import io.florin.bank.protocol.WalletBook;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.submission.SubmissionClient;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
public class ReservesConfiguration {

    @Bean
    SupplyOrders supplyOrders(
            JdbcClient jdbc,
            WalletBook wallets,
            Holdings holdings,
            Custody custody,
            PaymentGate gate,
            InstantSource clock,
            RandomGenerator random) {
        return new SupplyOrders(jdbc, wallets, holdings, custody.vault(), gate, clock, random);
    }

    /// As the privacy model of the currency asks for, when the bank starts.
    @Bean
    Treasury treasury(
            LedgerAccess ledger,
            WalletBook wallets,
            ClearTokens tokens,
            HiddenBook book,
            HiddenTokens hidden,
            HiddenCurrencies currencies,
            Custody custody,
            RandomGenerator random) {
        return ledger.model() == PrivacyModel.CLEAR
                ? new ClearTreasury(wallets, tokens, ledger, random)
                : new HiddenTreasury(book, hidden, currencies, custody, ledger, random);
    }

    @Bean
    SupplyLoop.Bank supplyBank(
            NodeIdentity node, WalletBook wallets, Holdings holdings, Treasury treasury, LedgerAccess ledger) {
        return new SupplyLoop.Bank(node.id(), wallets, holdings, treasury, ledger);
    }

    @Bean
    ReservePages.Counter reserveCounter(
            FourEyes fourEyes, Amounts amounts, IdSource ids, JsonMapper json, SupplyCancellation cancellation) {
        return new ReservePages.Counter(fourEyes, amounts, ids, json, cancellation);
    }

    @Bean
    SupplyMover supplyMover(SupplyOrders orders) {
        return new SupplyMover(orders);
    }

    @Bean
    SupplyCancellation supplyCancellation(SupplyOrders orders, CentralBankInternalApi centralBank) {
        return new SupplyCancellation(orders, centralBank);
    }

    @Bean
    SupplyLoop supplySteps(
            SupplyOrders orders,
            SupplyLoop.Bank bank,
            CentralBankInternalApi centralBank,
            SubmissionClient endorsers,
            AuditorApi auditor,
            PlatformTransactionManager transactions) {
        return new SupplyLoop(orders, bank, centralBank, endorsers, auditor, new TransactionTemplate(transactions));
    }
}
