package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenTokenReference;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The flat, canonical, versioned form that is ordered and committed: id, read set and write set (paper 001, 3.2).
///
/// Encoding: version u8 = 1, kind u8, flags u8 (bit 0 audit required), namespace u16, id 32, configuration version u32,
/// expiry height u63, reads (count u8, 36 bytes each), writes (count u8; spend = tag 1, read u8; put = tag 2, read u8,
/// length u32, value; output = tag 3, token 42 bytes; hidden output = tag 4, 5, 6 by its model, token 56 or 96 bytes;
/// serial = tag 7, the reads in order; outputs numbered in order). Serials come first. A 2-in/2-out transfer has 213
/// bytes in the clear model and 319 in the unlinkable one. A transaction that adds to counters has version 2 and after
/// its writes the additions (count u8, 49 bytes each); one that adds to none has version 1.
///
/// @param configurationVersion the configuration it was endorsed under; superseded → `ABORTED_STALE_CONFIG`
/// @param expiryHeight last height at which it may commit; past it → `ABORTED_EXPIRED`
/// @param adds to counters, each of another one, at most [#ADDS_MAX]
public record SettlementTransaction(
        TransactionId id,
        TransactionKind kind,
        NamespaceId namespace,
        boolean auditRequired,
        long configurationVersion,
        long expiryHeight,
        List<Read> reads,
        List<Write> writes,
        List<CounterAdd> adds) {

    public static final int VERSION = 1;
    /// The version of what adds to counters.
    public static final int COUNTING_VERSION = 2;
    public static final int READS_MAX = 33;
    public static final int WRITES_MAX = 34;
    public static final int ADDS_MAX = 4;
    public static final int VALUE_SIZE_MAX = 32 * 1024;
    public static final int ENCODED_SIZE_MAX = 48 * 1024;

    private static final int SPEND = 1;
    private static final int PUT = 2;
    private static final int OUTPUT = 3;
    /// The tag of a hidden output is this plus the code of its model.
    private static final int HIDDEN_OUTPUT = 3;
    private static final int SERIAL = 7;

    /// @throws IllegalArgumentException when a key is read twice, a read is written twice, a spend is of an absent key,
    ///     or outputs are not numbered in order (protocol decision 20: the same input twice is malformed)
    public SettlementTransaction {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        adds = List.copyOf(adds);
        if (reads.size() > READS_MAX || writes.size() > WRITES_MAX || writes.isEmpty()) {
            throw new IllegalArgumentException("too many reads or writes, or none to write");
        }
        checkReads(namespace, reads);
        checkWrites(namespace, reads, writes);
        checkAdds(namespace, adds);
        checkShape(kind, namespace, reads, writes);
        checkCounting(kind, adds);
    }

    /// A transaction that adds to no counter.
    public SettlementTransaction(
            TransactionId id,
            TransactionKind kind,
            NamespaceId namespace,
            boolean auditRequired,
            long configurationVersion,
            long expiryHeight,
            List<Read> reads,
            List<Write> writes) {
        this(id, kind, namespace, auditRequired, configurationVersion, expiryHeight, reads, writes, List.of());
    }

    private static void checkAdds(NamespaceId namespace, List<CounterAdd> adds) {
        if (adds.size() > ADDS_MAX) {
            throw new IllegalArgumentException("too many additions");
        }
        Set<StateKey> counters = new HashSet<>();
        for (CounterAdd add : adds) {
            if (!add.counter().namespace().equals(namespace)) {
                throw new IllegalArgumentException("counter of another namespace");
            }
            if (!counters.add(add.counter())) {
                throw new IllegalArgumentException("two additions to one counter");
            }
        }
    }

    /// A deposit raises counters, a withdrawal lowers some, and nothing else adds to any.
    private static void checkCounting(TransactionKind kind, List<CounterAdd> adds) {
        boolean fits = switch (kind) {
            case RAIL_DEPOSIT -> !adds.isEmpty() && adds.stream().allMatch(CounterAdd.Raise.class::isInstance);
            case RAIL_WITHDRAWAL -> !adds.isEmpty() && adds.stream().allMatch(CounterAdd.Lower.class::isInstance);
            case ISSUE, TRANSFER, REDEEM, CONFIGURATION, RAIL_RESCUE, RAIL_RESCUE_OUTCOME -> adds.isEmpty();
        };
        if (!fits) {
            throw new IllegalArgumentException("additions do not fit the kind " + kind);
        }
    }

    private static void checkReads(NamespaceId namespace, List<Read> reads) {
        Set<StateKey> keys = new HashSet<>();
        for (Read read : reads) {
            if (!read.key().namespace().equals(namespace)) {
                throw new IllegalArgumentException("key of another namespace");
            }
            if (!keys.add(read.key())) {
                throw new IllegalArgumentException("key read twice");
            }
        }
    }

    private static void checkWrites(NamespaceId namespace, List<Read> reads, List<Write> writes) {
        boolean[] written = new boolean[reads.size()];
        int outputs = 0;
        int serials = 0;
        Optional<PrivacyModel> model = Optional.empty();
        for (Write write : writes) {
            switch (write) {
                case Write.Spend(int read) -> {
                    claim(written, read);
                    if (reads.get(read).version() == Read.ABSENT) {
                        throw new IllegalArgumentException("spend of an absent key");
                    }
                }
                case Write.Put(int read, Bytes value) -> {
                    claim(written, read);
                    if (value.size() > VALUE_SIZE_MAX) {
                        throw new IllegalArgumentException("value too large");
                    }
                }
                case Write.Serial(int read) -> {
                    claim(written, read);
                    if (reads.get(read).version() != Read.ABSENT
                            || read != serials++
                            || !onlySerialsBefore(writes, serials)) {
                        throw new IllegalArgumentException("serial numbers are absent before, and come first in order");
                    }
                }
                case Write.HiddenOutput(int index, RecordedToken token) -> {
                    checkIndex(index, outputs++);
                    if (model.isPresent() && model.get() != token.model()) {
                        throw new IllegalArgumentException("outputs of two models");
                    }
                    model = Optional.of(token.model());
                }
                case Write.Output(int index, Token token) -> {
                    checkIndex(index, outputs++);
                    if (token.type() != namespace.value()) {
                        throw new IllegalArgumentException("token of another namespace");
                    }
                }
            }
        }
    }

    private static boolean onlySerialsBefore(List<Write> writes, int count) {
        return writes.subList(0, count).stream().allMatch(Write.Serial.class::isInstance);
    }

    private static void checkIndex(int index, int expected) {
        if (index != expected || index > TokenReference.INDEX_MAX) {
            throw new IllegalArgumentException("outputs are numbered in order from 0 to 15");
        }
    }

    /// Permitted contents by kind: a transfer spends and creates, an issue records and creates, a redeem records,
    /// spends and creates change, a configuration change replaces the configuration and nothing else. A deposit on a
    /// rail records and spends, and may create change; a withdrawal records and creates; a rescue puts its evidence
    /// under an absent key, and its outcome replaces that.
    private static void checkShape(TransactionKind kind, NamespaceId namespace, List<Read> reads, List<Write> writes) {
        long puts = writes.stream().filter(Write.Put.class::isInstance).count();
        long serials = writes.stream().filter(Write.Serial.class::isInstance).count();
        long spends =
                serials + writes.stream().filter(Write.Spend.class::isInstance).count();
        boolean configuration = namespace.equals(NamespaceId.CONFIGURATION);
        boolean fits = switch (kind) {
            case TRANSFER -> puts == 0 && spends >= 1 && writes.size() > spends;
            case ISSUE -> puts == 1 && spends == 0 && writes.size() > 1;
            case REDEEM -> puts == 1 && spends >= 1;
            case CONFIGURATION -> puts == 1 && writes.size() == 1 && isConfiguration(reads.get(0), writes.get(0));
            case RAIL_DEPOSIT -> puts == 1 && spends >= 1;
            case RAIL_WITHDRAWAL -> puts == 1 && spends == 0 && writes.size() > 1;
            case RAIL_RESCUE -> puts == 1 && writes.size() == 1 && reads.get(0).version() == Read.ABSENT;
            case RAIL_RESCUE_OUTCOME ->
                puts == 1 && writes.size() == 1 && reads.get(0).version() == Read.FIRST;
        };
        checkModel(writes, serials, spends);
        boolean onRail = switch (kind) {
            case RAIL_DEPOSIT, RAIL_WITHDRAWAL -> true;
            case ISSUE, TRANSFER, REDEEM, CONFIGURATION, RAIL_RESCUE, RAIL_RESCUE_OUTCOME -> false;
        };
        if (onRail && (serials > 0 || writes.stream().anyMatch(Write.HiddenOutput.class::isInstance))) {
            throw new IllegalArgumentException("a rail serves currencies in the clear");
        }
        if (!fits || configuration != (kind == TransactionKind.CONFIGURATION) || reads.size() != puts + spends) {
            throw new IllegalArgumentException("reads and writes do not fit the kind " + kind);
        }
    }

    /// Tokens of one transaction are all in the clear or all hidden; serial numbers, and only they, spend the
    /// unlinkable.
    private static void checkModel(List<Write> writes, long serials, long spends) {
        long clear = writes.stream().filter(Write.Output.class::isInstance).count();
        boolean unlinkable = writes.stream()
                .anyMatch(write -> write instanceof Write.HiddenOutput(int _, RecordedToken token)
                        && token.model() == PrivacyModel.UNLINKABLE);
        boolean hidden = writes.stream().anyMatch(Write.HiddenOutput.class::isInstance);
        if ((clear > 0 && (hidden || serials > 0))
                || (serials > 0 && serials != spends)
                || (spends > 0 && hidden && unlinkable != serials > 0)
                || (serials > 0 && !hidden)) {
            throw new IllegalArgumentException("tokens of two models");
        }
    }

    private static boolean isConfiguration(Read read, Write write) {
        return read.key().equals(StateKeys.CONFIGURATION)
                && write instanceof Write.Put(int _, Bytes value)
                && NetworkConfiguration.decode(value.toArray()).version() == read.version() + 1;
    }

    /// The configuration that this transaction puts in force from the next block on.
    public Optional<NetworkConfiguration> newConfiguration() {
        return kind == TransactionKind.CONFIGURATION && writes.get(0) instanceof Write.Put(int _, Bytes value)
                ? Optional.of(NetworkConfiguration.decode(value.toArray()))
                : Optional.empty();
    }

    private static void claim(boolean[] written, int read) {
        if (read < 0 || read >= written.length || written[read]) {
            throw new IllegalArgumentException("write of a key that was not read, or written twice");
        }
        written[read] = true;
    }

    /// The state key that a write concerns.
    public StateKey keyOf(Write write) {
        return switch (write) {
            case Write.Spend(int read) -> reads.get(read).key();
            case Write.Put(int read, Bytes _) -> reads.get(read).key();
            case Write.Serial(int read) -> reads.get(read).key();
            case Write.Output(int index, Token token) -> new TokenReference(id, index, token).key();
            case Write.HiddenOutput(int index, RecordedToken token) ->
                HiddenTokenReference.key(id, index, token, namespace);
        };
    }

    /// The version the key has after the write: 0 (absent) for a spend, the version read plus one, or 1 for an output.
    public long versionAfter(Write write) {
        return switch (write) {
            case Write.Spend _ -> Read.ABSENT;
            case Write.Put(int read, Bytes _) -> reads.get(read).version() + 1;
            case Write.Output _, Write.HiddenOutput _, Write.Serial _ -> Read.FIRST;
        };
    }

    public List<Write.Output> outputs() {
        return writes.stream()
                .filter(Write.Output.class::isInstance)
                .map(Write.Output.class::cast)
                .toList();
    }

    public List<Write.HiddenOutput> hiddenOutputs() {
        return writes.stream()
                .filter(Write.HiddenOutput.class::isInstance)
                .map(Write.HiddenOutput.class::cast)
                .toList();
    }

    public List<Write.Spend> spends() {
        return writes.stream()
                .filter(Write.Spend.class::isInstance)
                .map(Write.Spend.class::cast)
                .toList();
    }

    /// Keys of the tokens that it spends, of unlinkable ones those of their serial numbers.
    public List<StateKey> spentKeys() {
        return writes.stream()
                .filter(write -> write instanceof Write.Spend || write instanceof Write.Serial)
                .map(this::keyOf)
                .toList();
    }

    /// Key of the record of the withdrawal or redemption that it writes; empty of other kinds.
    public Optional<StateKey> supplyRecord() {
        return kind == TransactionKind.ISSUE || kind == TransactionKind.REDEEM
                ? writes.stream()
                        .filter(Write.Put.class::isInstance)
                        .map(this::keyOf)
                        .findFirst()
                : Optional.empty();
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(320)
                .u8(adds.isEmpty() ? VERSION : COUNTING_VERSION)
                .u8(kind.code())
                .u8(auditRequired ? 1 : 0)
                .u16(namespace.value())
                .fixed(id.value())
                .u32(configurationVersion)
                .u63(expiryHeight)
                .u8(reads.size());
        reads.forEach(read -> writer.fixed(read.key().value()).u32(read.version()));
        writer.u8(writes.size());
        for (Write write : writes) {
            switch (write) {
                case Write.Spend(int read) -> writer.u8(SPEND).u8(read);
                case Write.Put(int read, Bytes value) -> writer.u8(PUT).u8(read).bytes(value);
                case Write.Output(int _, Token token) -> token.writeTo(writer.u8(OUTPUT));
                case Write.Serial _ -> writer.u8(SERIAL);
                case Write.HiddenOutput(int _, RecordedToken token) ->
                    token.writeTo(writer.u8(HIDDEN_OUTPUT + token.model().code()));
            }
        }
        if (!adds.isEmpty()) {
            writer.u8(adds.size());
            adds.forEach(add -> add.writeTo(writer));
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a settlement transaction
    public static SettlementTransaction decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("settlement transaction of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, SettlementTransaction::readFrom);
    }

    private static SettlementTransaction readFrom(CanonicalReader reader) {
        int version = reader.u8();
        if (version != VERSION && version != COUNTING_VERSION) {
            throw new DecodeException("unknown version " + version);
        }
        TransactionKind kind = TransactionKind.ofCode(reader.u8());
        boolean auditRequired = reader.flag();
        NamespaceId namespace = new NamespaceId(reader.u16());
        TransactionId id = new TransactionId(reader.fixed32());
        long configurationVersion = reader.u32();
        long expiryHeight = reader.u63();
        List<Read> reads =
                reader.list(reader.u8(), READS_MAX, () -> new Read(new StateKey(reader.fixed32()), reader.u32()));
        int[] counts = {0, 0};
        List<Write> writes = reader.list(reader.u8(), WRITES_MAX, () -> readWrite(reader, counts));
        List<CounterAdd> adds = version == COUNTING_VERSION
                ? reader.list(reader.u8(), ADDS_MAX, () -> CounterAdd.readFrom(reader))
                : List.of();
        if (adds.isEmpty() == (version == COUNTING_VERSION)) {
            throw new DecodeException("additions do not fit the version");
        }
        return new SettlementTransaction(
                id, kind, namespace, auditRequired, configurationVersion, expiryHeight, reads, writes, adds);
    }

    /// @param counts outputs and serial numbers so far
    private static Write readWrite(CanonicalReader reader, int[] counts) {
        int tag = reader.u8();
        return switch (tag) {
            case SPEND -> new Write.Spend(reader.u8());
            case PUT -> new Write.Put(reader.u8(), reader.bytes(VALUE_SIZE_MAX));
            case OUTPUT -> new Write.Output(counts[0]++, Token.readFrom(reader));
            case SERIAL -> new Write.Serial(counts[1]++);
            case HIDDEN_OUTPUT + 1, HIDDEN_OUTPUT + 2, HIDDEN_OUTPUT + 3 ->
                new Write.HiddenOutput(
                        counts[0]++, RecordedToken.readFrom(PrivacyModel.ofCode(tag - HIDDEN_OUTPUT), reader));
            default -> throw new DecodeException("unknown kind of write");
        };
    }
}
