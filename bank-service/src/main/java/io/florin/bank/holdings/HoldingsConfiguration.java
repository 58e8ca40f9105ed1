package io.florin.bank.holdings;

import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.SaidConfiguration;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.chain.ResultReader;
import io.florin.wallet.hidden.Receiver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature, for the privacy model that the currency has when the bank starts.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NoteProperties.class)
public class HoldingsConfiguration {

    /// Takes notes that are new.
    public interface NoteStep extends IntSupplier {}

    /// Of notes in a currency that hides owners or values; none elsewhere.
    ///
    /// @param forgotten whose transactions cannot commit any more, since the start
    /// @param held endorsers that are not read further, because so many of their notes wait for their blocks
    public record NoteFigures(LongSupplier forgotten, LongSupplier held) {
        static final NoteFigures NONE = new NoteFigures(() -> 0, () -> 0);
    }

    /// Endorsers that have notes, in this bank's order of preference.
    public record NoteSources(List<NotingEndorser> endorsers) {
        public NoteSources {
            endorsers = List.copyOf(endorsers);
            if (ids(endorsers).size() != endorsers.size()) {
                throw new IllegalArgumentException("each of florin.endpoints.endorsers has an id of its own");
            }
        }

        Set<Integer> ids() {
            return ids(endorsers);
        }

        private static Set<Integer> ids(List<NotingEndorser> endorsers) {
            return endorsers.stream().map(NotingEndorser::id).collect(Collectors.toSet());
        }
    }

    /// The parts that belong together.
    record Reading(TokenReader tokens, NoteStep notes, NoteFigures figures, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /// Time that a block waits for an endorser's notes.
    private static final Duration NOTE_PATIENCE = Duration.ofMillis(500);

    /// Database access that all parts of the feature share.
    record Database(JdbcClient jdbc, TransactionTemplate transactions, WalletChanges changes, CreditNews news) {
        BlockEffects blocks() {
            return new BlockEffects(jdbc, changes, news);
        }
    }

    @Bean
    FollowedLedger followedLedger(NodeIdentity node, JdbcClient jdbc, SaidConfiguration said) {
        return new FollowedLedger(node.genesis(), jdbc, said);
    }

    @Bean
    TokenStore tokenStore(JdbcClient jdbc, LedgerAccess ledger, WalletChanges changes) {
        return new TokenStore(jdbc, ledger.currency().value(), changes);
    }

    @Bean
    HiddenTokens hiddenTokens(JdbcClient jdbc, JdbcOperations batches, Custody custody, WalletChanges changes) {
        return new HiddenTokenStore(jdbc, batches, custody.vault(), changes);
    }

    @Bean
    Database holdingsDatabase(
            JdbcClient jdbc, PlatformTransactionManager transactions, WalletChanges changes, CreditNews news) {
        return new Database(jdbc, new TransactionTemplate(transactions), changes, news);
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
            NoteProperties bounds,
            InstantSource clock) {
        JdbcClient jdbc = database.jdbc();
        if (ledger.model() == PrivacyModel.CLEAR) {
            SeenOutputs seen = new SeenOutputs();
            NoteFollower notes = new NoteFollower(
                    sources.endorsers(),
                    ledger,
                    custody.noteKey(),
                    jdbc,
                    database.transactions(),
                    seen,
                    database.news(),
                    clock);
            return new Reading(new ClearTokenReader(ledger, wallets, seen), notes::follow, NoteFigures.NONE, () -> {});
        }
        Receiver receiver = new Receiver(
                ledger.network(), custody.noteKey(), eid -> book.walletOf(eid).isPresent());
        HiddenNotes notes = new HiddenNotes(
                sources.endorsers(),
                receiver,
                jdbc,
                database.transactions(),
                clock,
                new HiddenNotes.Limits(NOTE_PATIENCE, bounds.waitingMax()));
        LateNotes late = new LateNotes(
                committer,
                ledger,
                database.blocks(),
                jdbc,
                database.transactions(),
                new NotePositions(jdbc, sources.ids()),
                clock,
                new LateNotes.Validity(() -> ledger.configuration().limits().expiryBlocksMax(), bounds.unknownAge()));
        return new Reading(
                new HiddenTokenReader(notes, receiver, book, custody, ledger, jdbc, late),
                notes::follow,
                new NoteFigures(late::forgotten, notes::held),
                notes::close);
    }

    @Bean
    NoteFigures noteFigures(Reading reading) {
        return reading.figures();
    }

    @Bean
    NoteStep noteStep(Reading reading) {
        return reading.notes();
    }

    /// Of one committer only. The others are second sources for what it shows (ADR 62): a reader that went over to one
    /// of them would make the two the same. What is refused is told by the failure that comes of it.
    @Bean
    LedgerFollower ledgerFollower(
            CommitterApi committer,
            FollowedLedger ledger,
            Reading reading,
            List<FinalStatusListener> listeners,
            Database database,
            InstantSource clock) {
        return new LedgerFollower(
                new ResultReader(List.of(committer), (_, _, _) -> {}),
                ledger,
                reading.tokens(),
                database.blocks(),
                listeners,
                database.transactions(),
                clock);
    }
}
