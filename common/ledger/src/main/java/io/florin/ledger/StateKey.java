package io.florin.ledger;

import io.florin.crypto.Bytes32;

/// A key of the ledger state (32 bytes): the namespace (u16) and the first 30 bytes of a SHA-256 digest. So a
/// transaction of one namespace cannot name another's keys, and 240 bits of digest remain against collisions.
public record StateKey(Bytes32 value) implements Comparable<StateKey> {

    public static StateKey of(byte[] bytes) {
        return new StateKey(Bytes32.of(bytes));
    }

    public static StateKey of(NamespaceId namespace, Bytes32 digest) {
        byte[] key = new byte[32];
        key[0] = (byte) (namespace.value() >>> 8);
        key[1] = (byte) namespace.value();
        System.arraycopy(digest.toArray(), 0, key, 2, 30);
        return of(key);
    }

    public static StateKey fromHex(String hex) {
        return new StateKey(Bytes32.fromHex(hex));
    }

    public NamespaceId namespace() {
        byte[] key = value.toArray();
        return new NamespaceId((key[0] & 0xFF) << 8 | (key[1] & 0xFF));
    }

    public String toHex() {
        return value.toHex();
    }

    @Override
    public int compareTo(StateKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
