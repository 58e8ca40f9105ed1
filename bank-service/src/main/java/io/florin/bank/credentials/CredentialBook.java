package io.florin.bank.credentials;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.CredentialSession;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenPayer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Enrollment ids and credentials in PostgreSQL. Registration's part of K is sealed there; the holder's part and the
/// secret key derive from the custody seed. Secrets of the wallets that were used last stay in memory, others are read
/// and derived again. A signature is checked when it is first used, not when it comes: that would take a pairing for
/// every wallet at the beginning of each epoch. Any thread.
final class CredentialBook implements HiddenBook, EpochSignatures {

    private static final Logger LOG = LoggerFactory.getLogger(CredentialBook.class);

    /// Of a signature that does not hold.
    private static final long NO_EPOCH = 0;

    private static final long FIRST_EPOCH = 1;

    /// A payer takes about 2 kB.
    private static final int REMEMBERED_MAX = 20_000;

    private final JdbcClient jdbc;
    private final JdbcOperations batches;
    private final Custody custody;
    private final LedgerAccess ledger;
    private final WalletChanges changes;
    private final LastUsed<Long, HiddenAccount> accounts;
    private final LastUsed<Scalar, Long> wallets;
    private final LastUsed<Long, Scalar> holders;
    private final LastUsed<Long, HiddenPayer> payers;
    private volatile long epoch;

    CredentialBook(
            JdbcClient jdbc, JdbcOperations batches, Custody custody, LedgerAccess ledger, WalletChanges changes) {
        this(jdbc, batches, custody, ledger, changes, REMEMBERED_MAX);
    }

    /// @param rememberedMax wallets whose secrets stay in memory
    CredentialBook(
            JdbcClient jdbc,
            JdbcOperations batches,
            Custody custody,
            LedgerAccess ledger,
            WalletChanges changes,
            int rememberedMax) {
        this.jdbc = jdbc;
        this.changes = changes;
        this.batches = batches;
        this.custody = custody;
        this.ledger = ledger;
        this.accounts = new LastUsed<>(rememberedMax);
        this.wallets = new LastUsed<>(rememberedMax);
        this.holders = new LastUsed<>(rememberedMax);
        this.payers = new LastUsed<>(rememberedMax);
    }

    @Override
    public Optional<HiddenAccount> account(long wallet) {
        return accounts.get(wallet)
                .or(() -> jdbc.sql("select wallet, eid, serial_part from hidden_account where wallet = ?")
                        .param(wallet)
                        .query((row, _) -> keep(
                                row.getLong("wallet"),
                                Scalar.ofCanonical(row.getBytes("eid")),
                                row.getBytes("serial_part")))
                        .optional());
    }

    @Override
    public Optional<Scalar> holder(long wallet) {
        Optional<Scalar> known = holders.get(wallet);
        if (known.isPresent()) {
            return known;
        }
        Optional<Scalar> stored = jdbc.sql("select eid from hidden_holder where wallet = ?")
                .param(wallet)
                .query((row, _) -> Scalar.ofCanonical(row.getBytes("eid")))
                .optional();
        stored.ifPresent(eid -> holders.put(wallet, eid));
        return stored;
    }

    /// Keeps where a holder is paid.
    ///
    /// @throws IllegalStateException if it is another one than before: registration's never changes
    void held(long wallet, Scalar eid) {
        jdbc.sql("insert into hidden_holder (wallet, eid) values (?, ?) on conflict (wallet) do nothing")
                .params(wallet, eid.toBytes())
                .update();
        if (!holder(wallet).equals(Optional.of(eid))) {
            throw new IllegalStateException("registration names another enrollment id than before");
        }
    }

    @Override
    public Optional<Long> walletOf(Scalar eid) {
        return wallets.get(eid)
                .or(() -> jdbc.sql("select wallet from hidden_account where eid = ?")
                        .param(eid.toBytes())
                        .query(Long.class)
                        .optional()
                        .filter(wallet -> account(wallet).isPresent()));
    }

    private HiddenAccount keep(long wallet, Scalar eid, byte[] sealedPart) {
        Scalar part = Scalar.ofCanonical(custody.vault().open(sealedPart, eid.toBytes()));
        HiddenAccount account = custody.hiddenKeys(wallet).account(eid, part);
        accounts.put(wallet, account);
        wallets.put(eid, wallet);
        return account;
    }

    @Override
    public Optional<HiddenPayer> payer(long wallet) {
        if (epoch < FIRST_EPOCH) {
            return Optional.empty(); // nobody knows yet which signatures are taken now
        }
        Optional<HiddenPayer> known = payers.get(wallet).filter(payer -> payer.epoch() >= epoch);
        if (known.isPresent()) {
            return known;
        }
        Optional<HiddenPayer> stored = account(wallet)
                .flatMap(account -> signatureOf(wallet).flatMap(signed -> payer(wallet, account, signed)));
        stored.ifPresent(payer -> payers.put(wallet, payer));
        return stored;
    }

    /// Nothing if the signature does not hold: it is fetched again then, as one of an epoch that has passed.
    private Optional<HiddenPayer> payer(long wallet, HiddenAccount account, Signed signed) {
        try {
            BbsSignature signature = BbsSignature.decode(signed.signature());
            return Optional.of(HiddenPayer.of(account, scheme(), signed.epoch(), signature));
        } catch (IllegalArgumentException wrong) {
            LOG.error("registration gave a signature that does not hold: wallet={} epoch={}", wallet, signed.epoch());
            jdbc.sql("update hidden_account set epoch = ? where wallet = ? and epoch = ? and signature = ?")
                    .params(NO_EPOCH, wallet, signed.epoch(), signed.signature())
                    .update();
            return Optional.empty();
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Signed(long epoch, byte[] signature) {}

    /// Of an epoch that has passed it is none: no endorser would take it.
    private Optional<Signed> signatureOf(long wallet) {
        return jdbc.sql("select epoch, signature from hidden_account where wallet = ? and epoch >= ?")
                .params(wallet, epoch)
                .query((row, _) -> new Signed(row.getLong("epoch"), row.getBytes("signature")))
                .optional();
    }

    CredentialScheme scheme() {
        return CredentialSession.scheme(ledger.network(), key());
    }

    /// Registration's key, as the configuration has it.
    BbsPublicKey key() {
        return ledger.configuration()
                .hidden(ledger.currency())
                .map(hidden -> BbsPublicKey.decode(hidden.credentialKey().toArray()))
                .orElseThrow();
    }

    /// Keeps a credential whose signature holds. That of a rebuilt wallet may come when its tokens are long on the
    /// ledger: all notes are read again then. Their positions are locked in the order in which all that write several
    /// do.
    void issued(long wallet, Scalar eid, Scalar serialPart, long signedEpoch, BbsSignature signature) {
        HiddenAccount account = custody.hiddenKeys(wallet).account(eid, serialPart);
        HiddenPayer payer = HiddenPayer.of(account, scheme(), signedEpoch, signature);
        byte[] sealed = custody.vault().seal(serialPart.toBytes(), eid.toBytes());
        jdbc.sql("""
            with fresh as (
                insert into hidden_account (wallet, eid, serial_part, epoch, signature) values (?, ?, ?, ?, ?)
                on conflict (wallet) do nothing returning wallet),
            locked as materialized (
                select endorser from hidden_note_position
                where exists (select 1 from fresh join wallet w on w.number = fresh.wallet where w.recovered)
                order by endorser for update)
            update hidden_note_position set position = 0, era = era + 1, sure_block = 0, told_block = 0, ended = false,
                searching_block = null, searching_position = null
            where endorser in (select endorser from locked)
            """)
                .params(wallet, eid.toBytes(), sealed, signedEpoch, signature.encode())
                .update();
        keep(wallet, eid, sealed);
        payers.put(wallet, payer);
        changes.changed(wallet);
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public void inForce(long now) {
        if (epoch != now) {
            epoch = now;
            changes.allChanged();
        }
    }

    @Override
    public List<byte[]> behind(long now, byte[] after, int limit) {
        return jdbc.sql("select eid from hidden_account where epoch < ? and eid > ? order by eid limit ?")
                .params(now, after, limit)
                .query((row, _) -> row.getBytes("eid"))
                .list();
    }

    /// Stores new signatures; their wallets pay with them at once, since registration gives those of the epoch that it
    /// has begun.
    @Override
    public void renewed(long signedEpoch, List<Object[]> eidsAndSignatures) {
        batches.batchUpdate(
                "update hidden_account set epoch = ?, signature = ? where eid = ? and epoch < ?",
                eidsAndSignatures.stream()
                        .map(row -> new Object[] {signedEpoch, row[1], row[0], signedEpoch})
                        .toList());
        eidsAndSignatures.forEach(
                row -> wallets.get(Scalar.ofCanonical((byte[]) row[0])).ifPresent(payers::remove));
        changes.allChanged();
    }
}
