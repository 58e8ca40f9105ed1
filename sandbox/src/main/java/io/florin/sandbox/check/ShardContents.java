package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.StateKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.run.SandboxException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// All that the committer's state shards hold, read from their files and not by its interfaces: whatever stands there
/// is seen, whoever owns it and in each model.
final class ShardContents {
    private static final int TOKEN = 1;
    private static final int BYTES = 2;
    private static final int LOOKS = 20;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final String SHARD = "shard-";

    private final Map<StateKey, SerialReplay.Versioned> values = new HashMap<>();
    private final Map<Bytes32, Set<Integer>> shards = new HashMap<>();
    private final Set<Bytes> tokens = new HashSet<>();
    private final Set<Bytes> indexed = new HashSet<>();
    private final Set<Long> applied = new HashSet<>();
    private final List<String> flaws = new ArrayList<>();

    private ShardContents() {}

    /// Contents of the shards once they have applied the last block that the topics have.
    static ShardContents of(CheckContext context) {
        Path committer = context.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1));
        long last = context.ledger().replay().checkpoint().number();
        SandboxException why = new SandboxException("the shards do not reach block " + last);
        for (int look = 0; look < LOOKS; look++) {
            try {
                ShardContents contents = new ShardContents();
                ShardFiles.rows(committer, contents::take);
                if (contents.applied.equals(Set.of(last))) {
                    return contents;
                }
            } catch (SandboxException changedMeanwhile) {
                why = changedMeanwhile;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        throw why;
    }

    private void take(String store, String family, byte[] key, byte[] value) {
        if (!store.startsWith(SHARD)) {
            return;
        }
        int shard = Integer.parseInt(store.substring(SHARD.length()));
        switch (family) {
            case "state" -> {
                StateKey place = StateKey.of(key);
                place(place.value(), shard);
                read(place, value);
            }
            case "claims" -> place(Bytes32.of(key), shard);
            case "owners" -> indexed.add(Bytes.of(concat(key, value)));
            default -> {
                if (Arrays.equals(key, ShardFiles.APPLIED)) {
                    applied.add(ByteBuffer.wrap(value).getLong());
                }
            }
        }
    }

    private void place(Bytes32 hash, int shard) {
        shards.computeIfAbsent(hash, _ -> new HashSet<>()).add(shard);
    }

    private void read(StateKey key, byte[] row) {
        try {
            values.put(key, CanonicalReader.decode(row, reader -> switch (reader.u8()) {
                case TOKEN -> {
                    TokenReference token = TokenReference.readFrom(reader);
                    byte[] owner = token.token().owner().value().toArray();
                    tokens.add(Bytes.of(
                            concat(concat(owner, key.value().toArray()), Arrays.copyOfRange(row, 1, row.length))));
                    yield new SerialReplay.Versioned(1, Bytes.of(token.token().encode()));
                }
                case BYTES ->
                    new SerialReplay.Versioned(reader.u32(), reader.bytes(SettlementTransaction.VALUE_SIZE_MAX));
                default -> throw new DecodeException("unknown kind of stored value");
            }));
        } catch (DecodeException unreadable) {
            flaws.add("the row of " + key.toHex() + " cannot be read");
        }
    }

    private static byte[] concat(byte[] one, byte[] other) {
        return ByteBuffer.allocate(one.length + other.length)
                .put(one)
                .put(other)
                .array();
    }

    /// Everything that the replay has and nothing else, each in one shard, and each token once in the index of owners.
    Optional<String> flaw(SerialReplay replay) {
        if (!flaws.isEmpty()) {
            return Optional.of(flaws.getFirst());
        }
        for (StateKey key : replay.keys()) {
            SerialReplay.Versioned expected = replay.read(key).orElseThrow();
            SerialReplay.Versioned held = values.get(key);
            if (held == null || !held.equals(expected)) {
                return Optional.of("the shards hold " + (held == null ? "nothing" : "something else") + " under "
                        + key.toHex() + ", which the replay has");
            }
            if (shards.getOrDefault(key.value(), Set.of()).size() != 1) {
                return Optional.of(key.toHex() + " is in several shards");
            }
        }
        Optional<StateKey> more = values.keySet().stream()
                .filter(key -> replay.read(key).isEmpty())
                .findFirst();
        if (more.isPresent()) {
            return Optional.of("the shards hold " + more.get().toHex() + ", which no transaction made");
        }
        return indexed.equals(tokens)
                ? Optional.empty()
                : Optional.of("the index of owners has " + indexed.size() + " rows, for " + tokens.size() + " tokens");
    }

    int values() {
        return values.size();
    }

    /// In how many shards stands what is left of a transaction: its claim, and what it wrote that nothing has spent.
    int shardsOf(SettlementTransaction transaction) {
        Set<Integer> found = new HashSet<>(shards.getOrDefault(transaction.id().value(), Set.of()));
        transaction.writes().stream()
                .map(write -> shards.getOrDefault(transaction.keyOf(write).value(), Set.of()))
                .forEach(found::addAll);
        return found.size();
    }
}
