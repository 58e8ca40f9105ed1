package io.florin.ledger.replay;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.replay.SerialReplay.Versioned;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionStatus;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads the parts of a [ReplayImage] and refuses whatever [ReplayImage#encode] would not have written.
///
/// @param configuration the one under its key in the state
record ReplayImageReader(
        Checkpoint checkpoint,
        NetworkConfiguration configuration,
        Map<StateKey, Versioned> state,
        Map<TransactionId, TransactionStatus> claims,
        Map<StateKey, Long> counters) {

    private record Head(Checkpoint checkpoint, long keys, long claims, long counters) {}

    /// @throws DecodeException when the parts are no image
    static ReplayImageReader read(Supplier<byte[]> parts) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(Domain.REPLAY_IMAGE.separator());
        Supplier<byte[]> hashed = () -> {
            byte[] part = parts.get();
            digest.update(part);
            return part;
        };
        Head head = CanonicalReader.decode(hashed.get(), ReplayImageReader::head);
        Map<StateKey, Versioned> state = state(head.keys(), hashed);
        Map<TransactionId, TransactionStatus> claims = claims(head.claims(), hashed);
        Map<StateKey, Long> counters = counters(head.counters(), hashed);
        Bytes32 found = Bytes32.of(digest.digest());
        if (!CanonicalReader.decode(parts.get(), CanonicalReader::fixed32).equals(found)) {
            throw new DecodeException("the image is damaged");
        }
        return new ReplayImageReader(head.checkpoint(), configuration(state), state, claims, counters);
    }

    private static Head head(CanonicalReader reader) {
        int version = reader.u16();
        if (version != ReplayImage.VERSION) {
            throw new DecodeException("image of version " + version);
        }
        return new Head(Checkpoint.readFrom(reader), reader.u63(), reader.u63(), reader.u63());
    }

    private static Map<StateKey, Versioned> state(long count, Supplier<byte[]> parts) {
        Map<StateKey, Versioned> state = new HashMap<>();
        Ascending<StateKey> order = new Ascending<>();
        for (long left = count; left > 0; left -= ReplayImage.KEYS_IN_PART) {
            long here = Math.min(left, ReplayImage.KEYS_IN_PART);
            CanonicalReader reader = new CanonicalReader(parts.get());
            for (long i = 0; i < here; i++) {
                StateKey key = order.next(new StateKey(reader.fixed32()));
                long version = reader.u63();
                if (version < Read.FIRST) {
                    throw new DecodeException("a key of version " + version);
                }
                state.put(key, new Versioned(version, reader.bytes(ReplayImage.VALUE_SIZE_MAX)));
            }
            reader.end();
        }
        return state;
    }

    private static Map<TransactionId, TransactionStatus> claims(long count, Supplier<byte[]> parts) {
        Map<TransactionId, TransactionStatus> claims = new HashMap<>();
        Ascending<TransactionId> order = new Ascending<>();
        for (long left = count; left > 0; left -= ReplayImage.CLAIMS_IN_PART) {
            long here = Math.min(left, ReplayImage.CLAIMS_IN_PART);
            CanonicalReader reader = new CanonicalReader(parts.get());
            for (long i = 0; i < here; i++) {
                TransactionId id = order.next(new TransactionId(reader.fixed32()));
                TransactionStatus status = TransactionStatus.ofNumber(reader.u8());
                if (!status.claimsId()) {
                    throw new DecodeException("a claim of status " + status);
                }
                claims.put(id, status);
            }
            reader.end();
        }
        return claims;
    }

    private static Map<StateKey, Long> counters(long count, Supplier<byte[]> parts) {
        Map<StateKey, Long> counters = new HashMap<>();
        Ascending<StateKey> order = new Ascending<>();
        for (long left = count; left > 0; left -= ReplayImage.COUNTERS_IN_PART) {
            long here = Math.min(left, ReplayImage.COUNTERS_IN_PART);
            CanonicalReader reader = new CanonicalReader(parts.get());
            for (long i = 0; i < here; i++) {
                counters.put(order.next(new StateKey(reader.fixed32())), reader.u63());
            }
            reader.end();
        }
        return counters;
    }

    private static NetworkConfiguration configuration(Map<StateKey, Versioned> state) {
        Versioned found = state.get(StateKeys.CONFIGURATION);
        if (found == null) {
            throw new DecodeException("an image without a configuration");
        }
        NetworkConfiguration configuration =
                NetworkConfiguration.decode(found.value().toArray());
        if (configuration.version() != found.version()) {
            throw new DecodeException("the configuration has another version than its key");
        }
        return configuration;
    }

    /// Each value must be greater than the one before.
    private static final class Ascending<T extends Comparable<T>> {
        private Optional<T> last = Optional.empty();

        T next(T value) {
            if (last.isPresent() && last.get().compareTo(value) >= 0) {
                throw new DecodeException("not in ascending order");
            }
            last = Optional.of(value);
            return value;
        }
    }
}
