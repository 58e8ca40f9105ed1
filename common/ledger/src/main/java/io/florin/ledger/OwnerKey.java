package io.florin.ledger;

import io.florin.crypto.Bytes32;

/// The Ed25519 public key (32 bytes) that owns a token in the clear model.
public record OwnerKey(Bytes32 value) implements Comparable<OwnerKey> {

    public static OwnerKey of(byte[] bytes) {
        return new OwnerKey(Bytes32.of(bytes));
    }

    public static OwnerKey fromHex(String hex) {
        return new OwnerKey(Bytes32.fromHex(hex));
    }

    public String toHex() {
        return value.toHex();
    }

    @Override
    public int compareTo(OwnerKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
