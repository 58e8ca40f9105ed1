package io.florin.bank.credentials;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.CredentialSession;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenPayer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Enrollment ids and credentials in PostgreSQL. Registration's part of K is sealed there; the holder's part and the
/// secret key derive from the custody seed. Any thread.
final class CredentialBook implements HiddenBook, EpochSignatures {

    private final JdbcClient jdbc;
    private final JdbcOperations batches;
    private final Custody custody;
    private final LedgerAccess ledger;
    private final Map<Long, HiddenAccount> accounts = new ConcurrentHashMap<>();
    private final Map<Scalar, Long> wallets = new ConcurrentHashMap<>();
    private final Map<Long, Scalar> holders = new ConcurrentHashMap<>();
    private final Map<Long, HiddenPayer> payers = new ConcurrentHashMap<>();
    private volatile long epoch;

    CredentialBook(JdbcClient jdbc, JdbcOperations batches, Custody custody, LedgerAccess ledger) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.custody = custody;
        this.ledger = ledger;
    }

    @Override
    public Optional<HiddenAccount> account(long wallet) {
        HiddenAccount known = accounts.get(wallet);
        return known == null
                ? jdbc.sql("select wallet, eid, serial_part from hidden_account where wallet = ?")
                        .param(wallet)
                        .query((row, _) -> keep(
                                row.getLong("wallet"),
                                Scalar.ofCanonical(row.getBytes("eid")),
                                row.getBytes("serial_part")))
                        .optional()
                : Optional.of(known);
    }

    @Override
    public Optional<Scalar> holder(long wallet) {
        Scalar known = holders.get(wallet);
        if (known != null) {
            return Optional.of(known);
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
        Long known = wallets.get(eid);
        return known == null
                ? jdbc.sql("select wallet from hidden_account where eid = ?")
                        .param(eid.toBytes())
                        .query(Long.class)
                        .optional()
                        .filter(wallet -> account(wallet).isPresent())
                : Optional.of(known);
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
        HiddenPayer known = payers.get(wallet);
        if (known != null && known.epoch() >= epoch) {
            return Optional.of(known);
        }
        Optional<HiddenPayer> stored = account(wallet)
                .flatMap(account -> signatureOf(wallet)
                        .map(signed -> HiddenPayer.of(account, scheme(), signed.epoch(), signed.signature())));
        stored.ifPresent(payer -> payers.put(wallet, payer));
        return stored;
    }

    private record Signed(long epoch, BbsSignature signature) {}

    /// Of an epoch that has passed it is none: no endorser would take it.
    private Optional<Signed> signatureOf(long wallet) {
        return jdbc.sql("select epoch, signature from hidden_account where wallet = ? and epoch >= ?")
                .params(wallet, epoch)
                .query((row, _) -> new Signed(row.getLong("epoch"), BbsSignature.decode(row.getBytes("signature"))))
                .optional();
    }

    CredentialScheme scheme() {
        return CredentialSession.scheme(ledger.network(), key());
    }

    /// Registration's key, as the configuration has it.
    BbsPublicKey key() {
        return ledger.configuration()
                .namespace(ledger.currency())
                .flatMap(namespace -> namespace.hidden())
                .map(hidden -> BbsPublicKey.decode(hidden.credentialKey().toArray()))
                .orElseThrow();
    }

    /// Keeps a credential whose signature holds.
    void issued(long wallet, Scalar eid, Scalar serialPart, long signedEpoch, BbsSignature signature) {
        HiddenAccount account = custody.hiddenKeys(wallet).account(eid, serialPart);
        HiddenPayer payer = HiddenPayer.of(account, scheme(), signedEpoch, signature);
        byte[] sealed = custody.vault().seal(serialPart.toBytes(), eid.toBytes());
        jdbc.sql("""
            insert into hidden_account (wallet, eid, serial_part, epoch, signature) values (?, ?, ?, ?, ?)
            on conflict (wallet) do nothing
            """)
                .params(wallet, eid.toBytes(), sealed, signedEpoch, signature.encode())
                .update();
        keep(wallet, eid, sealed);
        payers.put(wallet, payer);
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public void inForce(long now) {
        epoch = now;
    }

    @Override
    public List<byte[]> behind(long now, byte[] after, int limit) {
        return jdbc.sql("select eid from hidden_account where epoch < ? and eid > ? order by eid limit ?")
                .params(now, after, limit)
                .query((row, _) -> row.getBytes("eid"))
                .list();
    }

    /// Signatures are looked at when they are used.
    @Override
    public void renewed(long signedEpoch, List<Object[]> eidsAndSignatures) {
        batches.batchUpdate(
                "update hidden_account set epoch = ?, signature = ? where eid = ? and epoch < ?",
                eidsAndSignatures.stream()
                        .map(row -> new Object[] {signedEpoch, row[1], row[0], signedEpoch})
                        .toList());
    }
}
