package io.florin.endorser.status.adapter;

import io.florin.endorser.protocol.LedgerPosition;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/// The ledger's part that is kept over a restart: configurations, height, positions in the topic. Every change may be
/// repeated, and positions are written after their effects.
public final class LedgerPositionStore {

    private final JdbcTemplate jdbc;

    public LedgerPositionStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Position from which to go on; at first the configuration of genesis.
    public LedgerPosition position(NetworkConfiguration genesis) {
        NetworkConfiguration configuration = jdbc
                .query(
                        "SELECT encoded FROM network_configuration ORDER BY version DESC LIMIT 1",
                        (row, _) -> NetworkConfiguration.decode(row.getBytes("encoded")))
                .stream()
                .findFirst()
                .orElse(genesis);
        long height = jdbc.query("SELECT height FROM ledger_height", (row, _) -> row.getLong("height")).stream()
                .findFirst()
                .orElse(0L);
        return new LedgerPosition(configuration, height);
    }

    void adopted(ConfigurationChange change, long nowMillis) {
        jdbc.update(
                "INSERT INTO network_configuration (version, encoded, change, adopted_millis) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (version) DO NOTHING",
                change.configuration().version(),
                change.configuration().encode(),
                change.encode(),
                nowMillis);
    }

    void height(long height) {
        jdbc.update(
                "INSERT INTO ledger_height (height) VALUES (?)"
                        + " ON CONFLICT (one) DO UPDATE SET height = greatest(ledger_height.height, excluded.height)",
                height);
    }

    /// The change that replaced a configuration.
    Optional<byte[]> change(long replacedVersion) {
        return jdbc
                .query(
                        "SELECT change FROM network_configuration WHERE version = ? AND change IS NOT NULL",
                        (row, _) -> row.getBytes("change"),
                        replacedVersion + 1)
                .stream()
                .findFirst();
    }

    long nextOffset(String topic, int partition) {
        return jdbc
                .query(
                        "SELECT next_offset FROM topic_position WHERE topic = ? AND topic_partition = ?",
                        (row, _) -> row.getLong("next_offset"),
                        topic,
                        partition)
                .stream()
                .findFirst()
                .orElse(0L);
    }

    void nextOffset(String topic, int partition, long next) {
        jdbc.update(
                "INSERT INTO topic_position (topic, topic_partition, next_offset) VALUES (?, ?, ?)"
                        + " ON CONFLICT (topic, topic_partition) DO UPDATE SET next_offset = excluded.next_offset",
                topic,
                partition,
                next);
    }
}
