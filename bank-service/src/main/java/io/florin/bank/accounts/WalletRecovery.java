package io.florin.bank.accounts;

import io.florin.bank.accounts.RegisteredWallets.Registered;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.WalletInfo;
import io.florin.wallet.address.WalletAddress;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Tells a new bank from one that has lost its database, and rebuilds the wallets of the latter.
///
/// A bank without a treasury asks registration. Where that has never heard of it, it is new. Where it has, the database
/// is lost: nothing happens until the operator brings it back or asks for the wallets to be rebuilt. Their keys come
/// from the custody seed, their numbers, tiers and the keys of holders from registration. Only when all are here, with
/// credentials where owners are hidden, is the ledger followed, from its first block: that gives tokens, balances and
/// entries. Names, deposits, payments and files do not come back.
///
/// The enrollment thread drives it, any thread may ask.
public final class WalletRecovery implements PaymentGate {

    private static final Logger LOG = LoggerFactory.getLogger(WalletRecovery.class);

    private static final String KNOWN = """
        select exists (select 1 from wallet where number = 0)
            and not exists (select 1 from wallet where recovered and state = 'OPENING')
        """;

    private final RegisteredWallets registered;
    private final Accounts accounts;
    private final WalletRepository wallets;
    private final CustodyKeys custody;
    private final RecoveryProperties properties;
    private final Ledger ledger;
    private final Database database;
    private boolean settled;
    private volatile boolean known;
    private volatile boolean open;

    /// @param holdings late, because holdings need wallets
    record Ledger(LedgerAccess access, LedgerHeight height, Supplier<Holdings> holdings) {}

    record Database(JdbcClient jdbc, TransactionTemplate transactions, InstantSource clock, int participant) {}

    WalletRecovery(
            RegisteredWallets registered,
            Accounts accounts,
            WalletRepository wallets,
            CustodyKeys custody,
            RecoveryProperties properties,
            Ledger ledger,
            Database database) {
        this.registered = registered;
        this.accounts = accounts;
        this.wallets = wallets;
        this.custody = custody;
        this.properties = properties;
        this.ledger = ledger;
        this.database = database;
    }

    /// Whether all wallets are here: what blocks and notes bring for one that is not would be lost.
    public boolean isKnown() {
        if (!known) {
            known = database.jdbc().sql(KNOWN).query(Boolean.class).single();
        }
        return known;
    }

    /// There is a treasury after this.
    ///
    /// @throws IllegalStateException where the database is lost and must not or cannot be rebuilt now
    public void settle() {
        if (settled || wallets.existsById(WalletInfo.TREASURY)) {
            settled = true;
            return;
        }
        if (registered.application(WalletInfo.TREASURY).isEmpty()) {
            accounts.openTreasury();
        } else if (properties.fromRegistration()) {
            rebuild();
        } else {
            throw new IllegalStateException("this database is empty and registration knows wallets of this bank: bring"
                    + " the database back from a backup, or else set florin.bank.recovery.from-registration");
        }
    }

    private void rebuild() {
        RegisteredWallets.All all = registered.all();
        Instant now = database.clock().instant();
        List<Wallet> rebuilt = new ArrayList<>();
        for (Registered each : all.wallets()) {
            rebuilt.add(wallet(each, now));
        }
        long head = ledger.height().highest();
        database.transactions().executeWithoutResult(_ -> {
            wallets.saveAllAndFlush(rebuilt);
            if (all.last() > 0) {
                database.jdbc()
                        .sql("select setval('wallet_number', ?)")
                        .param(all.last())
                        .query(Long.class)
                        .single();
            }
            database.jdbc()
                    .sql("insert into recovery (id, recovered_at, head, closed_until) values (1, ?, ?, ?)")
                    .params(Timestamp.from(now), head, Math.addExact(head, window()))
                    .update();
        });
        LOG.warn(
                "this bank lost its database: wallets are rebuilt, whose they are must be said anew: wallets={}"
                        + " block={}",
                rebuilt.size(),
                head);
    }

    private Wallet wallet(Registered registration, Instant now) {
        long number = registration.number();
        var enrollment = registration.enrollment();
        WalletAddress address = new WalletAddress(enrollment.owner(), enrollment.noteKey());
        if (enrollment.custodial() && !address.equals(custody.address(number))) {
            throw new IllegalStateException("the custody seed is not the one of this bank's wallets: wallet=" + number);
        }
        String iban = IbanIssuer.iban(database.participant(), number);
        byte[] proof = enrollment.custodial() ? accounts.proof(number).toArray() : new byte[0];
        return Wallet.recovered(number, iban, enrollment.custodial(), address, enrollment.tier(), proof, now);
    }

    /// By the configuration that the ledger was followed to. Up to the block at which the database was lost that may be
    /// an older one than was in force there, and the bank is closed whatever it says.
    private long window() {
        return ledger.access().configuration().limits().expiryBlocksMax();
    }

    @Override
    public Optional<String> closed() {
        if (open || !properties.waitForOpenTransactions()) {
            return Optional.empty();
        }
        Optional<Long> until = database.jdbc()
                .sql("select head, closed_until from recovery where id = 1")
                .query((row, _) -> Math.max(row.getLong("closed_until"), Math.addExact(row.getLong("head"), window())))
                .optional()
                .filter(block -> ledger.holdings().get().block() < block);
        open = until.isEmpty() && isKnown();
        return until.map(
                block -> "this bank lost its database; what it had sent before may commit until block " + block);
    }
}
