package io.florin.endorser.signing.adapter;

import io.florin.endorser.signing.adapter.NonceEpochs.Name;
import io.florin.runtime.Failure;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/// Epochs of peers in the database.
public final class JdbcEpochStore implements NonceEpochs.Store {

    private final JdbcTemplate jdbc;

    public JdbcEpochStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public long load(Name name) {
        try {
            return jdbc
                    .queryForList(
                            "SELECT epoch FROM nonce_epoch WHERE namespace = ? AND key_epoch = ? AND endorser = ?",
                            Long.class,
                            name.namespace().value(),
                            name.keyEpoch(),
                            name.endorser())
                    .stream()
                    .findFirst()
                    .orElse(0L);
        } catch (DataAccessException failed) {
            throw new Failure("epochs of peers cannot be read", failed);
        }
    }

    @Override
    public void keep(Name name, long epoch) {
        try {
            jdbc.update(
                    "INSERT INTO nonce_epoch (namespace, key_epoch, endorser, epoch) VALUES (?, ?, ?, ?)"
                            + " ON CONFLICT (namespace, key_epoch, endorser)"
                            + " DO UPDATE SET epoch = GREATEST(nonce_epoch.epoch, EXCLUDED.epoch)",
                    name.namespace().value(),
                    name.keyEpoch(),
                    name.endorser(),
                    epoch);
        } catch (DataAccessException failed) {
            throw new Failure("the epoch of a peer cannot be kept", failed);
        }
    }
}
