package io.florin.bank.payments;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.WalletBook;
import io.florin.runtime.api.AuditorApi;
import io.florin.wallet.submit.adapter.EndorserClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.IntSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
public class PaymentsConfiguration {

    /// Plans what is accepted and sends what is due; answers how much there was to do.
    public interface PaymentStep extends IntSupplier {}

    @Bean
    Payments payments(
            PaymentRepository payments,
            OutgoingRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            LedgerAccess ledger,
            List<PaymentOutcomeListener> outcomes,
            InstantSource clock) {
        return new Payments(payments, outgoing, wallets, holdings, ledger::configuration, outcomes, clock, UUID::randomUUID);
    }

    @Bean
    PaymentPlanner paymentPlanner(
            PaymentRepository payments,
            OutgoingRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            LedgerAccess ledger,
            InstantSource clock) {
        return new PaymentPlanner(
                payments,
                outgoing,
                wallets,
                holdings,
                ledger,
                new PaymentPlanner.Sources(clock, new SecureRandom(), UUID::randomUUID));
    }

    /// @param resendAfter how long a submitted transaction may lack a final status
    /// @param batch transactions submitted at once
    public static PaymentStep paymentStep(
            PaymentPlanner planner, Outbox outbox, Duration resendAfter, int batch) {
        Sender sender = new Sender(
                outbox.outgoing(),
                outbox.payments(),
                outbox.endorsers(),
                outbox.auditor(),
                new TransactionTemplate(outbox.transactions()),
                outbox.clock(),
                new Sender.Settings(resendAfter, batch));
        return () -> {
            int planned = 0;
            for (long wallet : planner.walletsToPlan()) {
                planned += planner.plan(wallet);
            }
            return planned + sender.send();
        };
    }

    /// What the sender needs.
    public record Outbox(
            OutgoingRepository outgoing,
            Payments payments,
            EndorserClient endorsers,
            AuditorApi auditor,
            PlatformTransactionManager transactions,
            InstantSource clock) {}

    @Bean
    Outbox outbox(
            OutgoingRepository outgoing,
            Payments payments,
            EndorserClient endorsers,
            AuditorApi auditor,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return new Outbox(outgoing, payments, endorsers, auditor, transactions, clock);
    }
}
