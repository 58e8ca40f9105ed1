package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.signing.adapter.NonceEpochs.Name;
import io.florin.endorser.signing.adapter.NonceEpochs.Seen;
import io.florin.runtime.Failure;
import io.florin.runtime.database.DatabaseAway;
import org.springframework.jdbc.core.JdbcTemplate;

/// Epochs of peers in the database.
public final class JdbcEpochStore implements NonceEpochs.Store {

    private final JdbcTemplate jdbc;

    public JdbcEpochStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Seen load(Name name) {
        try {
            return jdbc
                    .query(
                            "SELECT epoch, signed_epoch, signature FROM nonce_epoch"
                                    + " WHERE namespace = ? AND key_epoch = ? AND endorser = ?",
                            (row, _) -> new Seen(
                                    row.getLong("epoch"),
                                    row.getLong("signed_epoch"),
                                    Bytes.of(row.getBytes("signature"))),
                            name.namespace().value(),
                            name.keyEpoch(),
                            name.endorser())
                    .stream()
                    .findFirst()
                    .orElse(Seen.NOTHING);
        } catch (RuntimeException failed) {
            throw DatabaseAway.isBehind(failed) ? new Failure("epochs of peers cannot be read", failed) : failed;
        }
    }

    @Override
    public void keep(Name name, Seen seen) {
        try {
            jdbc.update(
                    "INSERT INTO nonce_epoch (namespace, key_epoch, endorser, epoch, signed_epoch, signature)"
                            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (namespace, key_epoch, endorser)"
                            + " DO UPDATE SET epoch = GREATEST(nonce_epoch.epoch, EXCLUDED.epoch),"
                            + " signature = CASE WHEN EXCLUDED.signed_epoch > nonce_epoch.signed_epoch"
                            + " THEN EXCLUDED.signature ELSE nonce_epoch.signature END,"
                            + " signed_epoch = GREATEST(nonce_epoch.signed_epoch, EXCLUDED.signed_epoch)",
                    name.namespace().value(),
                    name.keyEpoch(),
                    name.endorser(),
                    seen.epoch(),
                    seen.signedEpoch(),
                    seen.signature().toArray());
        } catch (RuntimeException failed) {
            throw DatabaseAway.isBehind(failed) ? new Failure("the epoch of a peer cannot be kept", failed) : failed;
        }
    }
}
