package io.florin.ledger;

import io.florin.crypto.Bytes32;

/// The id of a network: SHA-256 of its genesis bytes (32 bytes); part of everything that is signed.
public record NetworkId(Bytes32 value) implements Comparable<NetworkId> {

    public static NetworkId of(byte[] bytes) {
        return new NetworkId(Bytes32.of(bytes));
    }

    public static NetworkId fromHex(String hex) {
        return new NetworkId(Bytes32.fromHex(hex));
    }

    public String toHex() {
        return value.toHex();
    }

    @Override
    public int compareTo(NetworkId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
