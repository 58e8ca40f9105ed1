package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentGate;
import io.florin.doubles.api.UnaskedAuditor;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedVault;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.runtime.loop.WakeSignal;
import io.florin.runtime.submission.EndorserClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/// Surroundings of a [PaymentLoop] in which nothing is ever sent.
final class LoopParts {

    private static final InstantSource NOON = () -> Instant.parse("2026-03-01T12:00:00Z");

    private LoopParts() {}

    /// Where no payment ends.
    static PaymentLoop.Destinations destinations(PaymentRecords.Rows rows, LedgerAccess ledger) {
        return destinations(
                new Payments(
                        rows.payments(),
                        rows.outbox(),
                        new UnaskedWallets(),
                        new UnaskedHoldings(),
                        new Payments.Limits(
                                ledger::configuration,
                                () -> Amount.of(Long.MAX_VALUE),
                                new UnaskedLimits(),
                                PaymentGate.OPEN,
                                new ExecutionDates(ZoneOffset.UTC, 90)),
                        List.of(),
                        new Payments.Sources(
                                NOON,
                                () -> new UUID(2, 2),
                                new MemoryUetrs(),
                                Duration.ZERO,
                                new ChangeMailbox(new WakeSignal()))),
                rows,
                ledger);
    }

    static PaymentLoop.Destinations destinations(Payments payments, PaymentRecords.Rows rows, LedgerAccess ledger) {
        Sender sender = new Sender(
                rows.outbox(),
                payments,
                new Sender.Others(
                        new EndorserClient(List.of(new UnaskedEndorser()), new Random(1)),
                        new UnaskedAuditor(),
                        ledger,
                        new UnaskedVault(),
                        new Random(1)),
                new SubmissionsUnderWay(1, Duration.ZERO, () -> {}),
                new Direct(),
                NOON,
                new Sender.Settings(Duration.ofSeconds(10), Duration.ofSeconds(1), 256, 512));
        return new PaymentLoop.Destinations(
                payments, new PaymentDeadline(_ -> 0, Duration.ofHours(1), Duration.ofHours(1), NOON), sender);
    }

    /// Without a database.
    static final class Direct extends TransactionTemplate {
        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            return action.doInTransaction(new SimpleTransactionStatus());
        }
    }
}
