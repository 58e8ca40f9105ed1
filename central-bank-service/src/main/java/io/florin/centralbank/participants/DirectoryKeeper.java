package io.florin.centralbank.participants;

import io.florin.centralbank.participants.RegistrationView.Kept;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Keeps the directory of enrollments and where to go on in the topic over a restart, so that a start costs the records
/// since. This node signs what is kept: what somebody changed in the database is thrown away, and all records are read
/// again. An older one that is put back is repaired by reading on.
public final class DirectoryKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryKeeper.class);

    private final JdbcClient jdbc;
    private final NetworkId network;
    private final Ed25519KeyPair key;
    private long keptSequence;

    /// @param key this node's, signs what is kept
    public DirectoryKeeper(JdbcClient jdbc, NetworkId network, Ed25519KeyPair key) {
        this.jdbc = jdbc;
        this.network = network;
        this.key = key;
    }

    private record Row(Kept kept, byte[] signature) {}

    /// The kept directory, if it is as this node signed it.
    public Optional<Kept> load() {
        Optional<Row> row = jdbc.sql("select sequence, next_offset, content, signature from registration_directory")
                .query((found, _) -> new Row(
                        new Kept(found.getLong("sequence"), found.getLong("next_offset"), found.getBytes("content")),
                        found.getBytes("signature")))
                .optional();
        if (row.isEmpty()) {
            return Optional.empty();
        }
        if (!Ed25519.verify(
                key.publicKey(), message(row.get().kept()), row.get().signature())) {
            LOG.error("the directory is not as it was kept, all registration records are read again");
            forget();
            return Optional.empty();
        }
        return row.map(Row::kept);
    }

    /// Keeps what is new; one thread calls it.
    public void keep(Kept kept) {
        if (kept.sequence() == keptSequence) {
            return;
        }
        jdbc.sql("insert into registration_directory (id, sequence, next_offset, content, signature)"
                        + " values (1, ?, ?, ?, ?) on conflict (id) do update set sequence = excluded.sequence,"
                        + " next_offset = excluded.next_offset, content = excluded.content,"
                        + " signature = excluded.signature")
                .params(
                        kept.sequence(),
                        kept.nextOffset(),
                        kept.content(),
                        key.sign(message(kept)).toArray())
                .update();
        keptSequence = kept.sequence();
    }

    /// The next start reads all records again.
    public void forget() {
        jdbc.sql("delete from registration_directory").update();
    }

    private byte[] message(Kept kept) {
        byte[] payload = new CanonicalWriter(48)
                .u63(Math.max(0, kept.sequence()))
                .u63(Math.max(0, kept.nextOffset()))
                .fixed(Sha256.hash(kept.content()))
                .toByteArray();
        return Domain.CENTRAL_BANK_DIRECTORY.message(network, payload);
    }
}
