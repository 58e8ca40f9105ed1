package io.florin.bank.files;

import io.florin.bank.directory.PayeeDirectory;
import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.WalletBook;
import io.florin.iso20022.Bic;
import io.florin.iso20022.MessageModels;
import io.florin.iso20022.PaymentFileReader;
import io.florin.iso20022.ReadLimits;
import io.florin.iso20022.StatusReportWriter;
import io.florin.iso20022.SupportedCurrency;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
public class FilesConfiguration {

    @Bean
    MessageModels messageModels() {
        return new MessageModels();
    }

    @Bean
    SupportedCurrency supportedCurrency(LedgerAccess ledger) {
        Namespace currency = ledger.configuration().namespace(ledger.currency()).orElseThrow();
        return new SupportedCurrency(currency.currency(), currency.minorDigits());
    }

    @Bean
    PaymentFileReader paymentFileReader(MessageModels models, SupportedCurrency currency, ExecutionDates dates) {
        return new PaymentFileReader(models, currency, ReadLimits.DEFAULT, dates.zone());
    }

    @Bean
    PaymentFiles.Kept keptFiles(JdbcClient jdbc, JdbcOperations batches, PlatformTransactionManager transactions) {
        return new PaymentFiles.Kept(
                new FileStore(jdbc, batches), new RefusedFiles(jdbc, batches, new TransactionTemplate(transactions)));
    }

    @Bean
    PaymentFiles.Sources fileSources(InstantSource clock, IdSource ids) {
        return new PaymentFiles.Sources(clock, ids);
    }

    @Bean
    PaymentFiles.Bank bankForFiles(
            BankIdentity bank, WalletBook wallets, PayeeDirectory payees, PaymentService payments) {
        return new PaymentFiles.Bank(new Bic(bank.bic()), wallets, payees, payments);
    }

    @Bean
    PaymentFiles paymentFiles(
            PaymentFileReader reader,
            PaymentFiles.Kept kept,
            PaymentFiles.Bank bank,
            PlatformTransactionManager transactions,
            PaymentFiles.Sources sources,
            MeterRegistry meters) {
        return new PaymentFiles(
                reader, kept, bank, new TransactionTemplate(transactions), sources, new LineCounters(meters));
    }

    @Bean
    FileDrafts fileDrafts(
            JdbcClient jdbc,
            PaymentFiles files,
            PlatformTransactionManager transactions,
            InstantSource clock,
            IdSource ids) {
        return new FileDrafts(jdbc, files, new TransactionTemplate(transactions), clock, ids);
    }

    @Bean
    FileReports fileReports(
            PaymentFiles.Kept kept,
            PaymentService payments,
            PaymentFileReader reader,
            BankIdentity bank,
            PlatformTransactionManager transactions,
            PaymentFiles.Sources sources) {
        TransactionTemplate snapshots = new TransactionTemplate(transactions);
        snapshots.setReadOnly(true);
        snapshots.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return new FileReports(
                kept, payments, reader, new StatusReportWriter(), new Bic(bank.bic()), snapshots, sources);
    }
}
