package io.florin.ledger.replay;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.replay.SerialReplay.Versioned;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionStatus;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Everything that a [SerialReplay] knows after a block. Immutable.
///
/// Encoded in parts, so that no part is larger than a megabyte or so however long the chain is. One image has one
/// encoding:
///
/// | part | fields |
/// |---|---|
/// | first | version u16 = 2, checkpoint 136, numbers of state keys, claims and counters, u63 each |
/// | state, 4096 keys in each part but the last | key 32, version u63, value (bytes); ascending by key |
/// | claims, 16384 in each part but the last | transaction id 32, status u8; ascending by id |
/// | counters, 16384 in each part but the last | counter 32, value u63; ascending by counter |
/// | last | SHA-256 over the separator of the domain `replay-image` and all parts before |
///
/// The digest tells damage from an image; who made it is for whoever keeps it to seal.
public final class ReplayImage {

    static final int VERSION = 2;
    static final int KEYS_IN_PART = 4096;
    static final int CLAIMS_IN_PART = 16_384;
    static final int COUNTERS_IN_PART = 16_384;
    static final int VALUE_SIZE_MAX = 1024 * 1024;

    private final Checkpoint checkpoint;
    private final Map<StateKey, Versioned> state;
    private final Map<TransactionId, TransactionStatus> claims;
    private final Map<StateKey, Long> counters;

    ReplayImage(
            Checkpoint checkpoint,
            Map<StateKey, Versioned> state,
            Map<TransactionId, TransactionStatus> claims,
            Map<StateKey, Long> counters) {
        this.checkpoint = checkpoint;
        this.state = state;
        this.claims = claims;
        this.counters = counters;
    }

    public Checkpoint checkpoint() {
        return checkpoint;
    }

    /// Gives the parts one after the other; they are the caller's to keep.
    ///
    /// @return the digest, which is the last part too
    public Bytes32 encode(Consumer<byte[]> parts) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(Domain.REPLAY_IMAGE.separator());
        Consumer<CanonicalWriter> out = written -> {
            byte[] part = written.toByteArray();
            digest.update(part);
            parts.accept(part);
        };
        CanonicalWriter head = new CanonicalWriter(160).u16(VERSION);
        checkpoint.writeTo(head);
        out.accept(head.u63(state.size()).u63(claims.size()).u63(counters.size()));
        state(out);
        claims(out);
        counters(out);
        byte[] hash = digest.digest();
        parts.accept(hash);
        return Bytes32.of(hash);
    }

    private void state(Consumer<CanonicalWriter> parts) {
        List<Map.Entry<StateKey, Versioned>> keys = new ArrayList<>(state.entrySet());
        keys.sort(Map.Entry.comparingByKey());
        for (int from = 0; from < keys.size(); from += KEYS_IN_PART) {
            int to = Math.min(keys.size(), from + KEYS_IN_PART);
            CanonicalWriter part = new CanonicalWriter((to - from) * 96);
            for (Map.Entry<StateKey, Versioned> key : keys.subList(from, to)) {
                part.fixed(key.getKey().value())
                        .u63(key.getValue().version())
                        .bytes(key.getValue().value());
            }
            parts.accept(part);
        }
    }

    private void claims(Consumer<CanonicalWriter> parts) {
        List<Map.Entry<TransactionId, TransactionStatus>> ids = new ArrayList<>(claims.entrySet());
        ids.sort(Map.Entry.comparingByKey());
        for (int from = 0; from < ids.size(); from += CLAIMS_IN_PART) {
            int to = Math.min(ids.size(), from + CLAIMS_IN_PART);
            CanonicalWriter part = new CanonicalWriter((to - from) * 33);
            for (Map.Entry<TransactionId, TransactionStatus> id : ids.subList(from, to)) {
                part.fixed(id.getKey().value()).u8(id.getValue().number());
            }
            parts.accept(part);
        }
    }

    private void counters(Consumer<CanonicalWriter> parts) {
        List<Map.Entry<StateKey, Long>> all = new ArrayList<>(counters.entrySet());
        all.sort(Map.Entry.comparingByKey());
        for (int from = 0; from < all.size(); from += COUNTERS_IN_PART) {
            int to = Math.min(all.size(), from + COUNTERS_IN_PART);
            CanonicalWriter part = new CanonicalWriter((to - from) * 40);
            for (Map.Entry<StateKey, Long> counter : all.subList(from, to)) {
                part.fixed(counter.getKey().value()).u63(counter.getValue());
            }
            parts.accept(part);
        }
    }
}
