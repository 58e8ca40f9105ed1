package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bytes of a settlement transaction, of those too that the ledger's own types refuse to hold.
final class SettlementDraft {
    static final int SPEND = 1;
    static final int PUT = 2;
    static final int OUTPUT = 3;
    static final int ANONYMOUS_OUTPUT = 4;
    static final int UNLINKABLE_OUTPUT = 6;
    static final int SERIAL = 7;
    private static final int KEY_HASH_SIZE = 30;
    private static final long FAR = 1_000_000;

    private final CanonicalWriter reads = new CanonicalWriter();
    private final CanonicalWriter writes = new CanonicalWriter();
    private final long version;
    private byte[] id;
    private NamespaceId namespace = new NamespaceId(1);
    private int format = 1;
    private int kind = TransactionKind.TRANSFER.code();
    private int flags;
    private long configuration;
    private long expiry = FAR;
    private int readCount;
    private int writeCount;
    private byte[] end = new byte[0];

    /// A transfer in namespace 1 that does nothing yet.
    ///
    /// @param name makes its id
    /// @param version of the configuration in force
    SettlementDraft(String name, long version) {
        this.id = hash("transaction " + name);
        this.version = version;
        this.configuration = version;
    }

    static byte[] hash(String text) {
        return Sha256.digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /// A state key under which nothing stands.
    static byte[] key(NamespaceId namespace, String name) {
        return new CanonicalWriter()
                .u16(namespace.value())
                .fixed(Arrays.copyOf(hash("key " + name), KEY_HASH_SIZE))
                .toByteArray();
    }

    SettlementDraft id(byte[] other) {
        id = other.clone();
        return this;
    }

    SettlementDraft in(NamespaceId other) {
        namespace = other;
        return this;
    }

    /// Of the encoding.
    SettlementDraft format(int other) {
        format = other;
        return this;
    }

    SettlementDraft kind(int code) {
        kind = code;
        return this;
    }

    SettlementDraft kind(TransactionKind other) {
        return kind(other.code());
    }

    SettlementDraft flags(int bits) {
        flags = bits;
        return this;
    }

    /// Under the configuration before the one in force.
    SettlementDraft stale() {
        configuration = version - 1;
        return this;
    }

    SettlementDraft expiry(long height) {
        expiry = height;
        return this;
    }

    /// A key of the draft's namespace.
    SettlementDraft read(String name, long seen) {
        return read(key(namespace, name), seen);
    }

    SettlementDraft read(byte[] key, long seen) {
        reads.fixed(key).u32(seen);
        readCount++;
        return this;
    }

    SettlementDraft spend(int read) {
        return write(new CanonicalWriter().u8(SPEND).u8(read).toByteArray());
    }

    SettlementDraft put(int read, Bytes value) {
        return write(new CanonicalWriter().u8(PUT).u8(read).bytes(value).toByteArray());
    }

    SettlementDraft serial() {
        return write(new byte[] {SERIAL});
    }

    SettlementDraft output(int kindOfWrite, byte[] token) {
        return write(new CanonicalWriter().u8(kindOfWrite).fixed(token).toByteArray());
    }

    SettlementDraft write(byte[] encoded) {
        writes.fixed(encoded);
        writeCount++;
        return this;
    }

    SettlementDraft end(byte[] more) {
        end = more.clone();
        return this;
    }

    Bytes encode() {
        return Bytes.of(new CanonicalWriter()
                .u8(format)
                .u8(kind)
                .u8(flags)
                .u16(namespace.value())
                .fixed(id)
                .u32(configuration)
                .u63(expiry)
                .u8(readCount)
                .fixed(reads.toByteArray())
                .u8(writeCount)
                .fixed(writes.toByteArray())
                .fixed(end)
                .toByteArray());
    }
}
