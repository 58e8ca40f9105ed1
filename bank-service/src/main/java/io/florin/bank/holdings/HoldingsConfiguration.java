package io.florin.bank.holdings;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.wallet.hidden.Receiver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.IntSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature, for the privacy model that the currency has when the bank starts.
@Configuration(proxyBeanMethods = false)
public class HoldingsConfiguration {

    /// Takes notes that are new.
    public interface NoteStep extends IntSupplier {}

    /// Who has notes, in this bank's order of preference.
    public record NoteSources(List<EndorserApi> endorsers) {
        public NoteSources {
            endorsers = List.copyOf(endorsers);
        }
    }

    /// The parts that belong together.
    record Reading(TokenReader tokens, NoteStep notes, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /// How long a block waits for an endorser's notes.
    private static final Duration NOTE_PATIENCE = Duration.ofMillis(500);

    /// What all parts work on.
    record Database(JdbcClient jdbc, JdbcOperations batches, TransactionTemplate transactions) {}

    @Bean
    TokenStore tokenStore(JdbcClient jdbc, LedgerAccess ledger) {
        return new TokenStore(jdbc, ledger.currency().value());
    }

    @Bean
    HiddenTokens hiddenTokens(JdbcClient jdbc, JdbcOperations batches, Custody custody) {
        return new HiddenTokenStore(jdbc, batches, custody.vault());
    }

    @Bean
    Database holdingsDatabase(JdbcClient jdbc, JdbcOperations batches, PlatformTransactionManager transactions) {
        return new Database(jdbc, batches, new TransactionTemplate(transactions));
    }

    @Bean
    Reading reading(
            NoteSources sources,
            CommitterApi committer,
            LedgerAccess ledger,
            WalletBook wallets,
            HiddenBook book,
            Custody custody,
            Database database,
            InstantSource clock) {
        JdbcClient jdbc = database.jdbc();
        if (ledger.model() == PrivacyModel.CLEAR) {
            NoteFollower notes =
                    new NoteFollower(sources.endorsers(), ledger, custody.noteKey(), jdbc, database.transactions());
            return new Reading(new ClearTokenReader(ledger, wallets), notes::follow, () -> {});
        }
        Receiver receiver = new Receiver(
                ledger.network(), custody.noteKey(), eid -> book.walletOf(eid).isPresent());
        HiddenNotes notes =
                new HiddenNotes(sources.endorsers(), receiver, jdbc, database.transactions(), clock, NOTE_PATIENCE);
        LateNotes late = new LateNotes(
                committer, new BlockStore(jdbc, database.batches()), jdbc, database.transactions(), clock);
        return new Reading(
                new HiddenTokenReader(notes, receiver, book, custody, ledger, jdbc, late), notes::follow, notes::close);
    }

    @Bean
    NoteStep noteStep(Reading reading) {
        return reading.notes();
    }

    @Bean
    LedgerFollower ledgerFollower(
            CommitterApi committer,
            LedgerAccess ledger,
            Reading reading,
            List<FinalStatusListener> listeners,
            Database database,
            InstantSource clock) {
        return new LedgerFollower(
                committer,
                ledger,
                reading.tokens(),
                new BlockStore(database.jdbc(), database.batches()),
                listeners,
                database.transactions(),
                clock);
    }
}
