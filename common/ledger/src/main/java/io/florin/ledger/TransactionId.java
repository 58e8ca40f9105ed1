package io.florin.ledger;

import io.florin.crypto.Bytes32;

/// The id of a transaction: hash of the client transaction's content (32 bytes, protocol decision 9).
public record TransactionId(Bytes32 value) implements Comparable<TransactionId> {

    public static TransactionId of(byte[] bytes) {
        return new TransactionId(Bytes32.of(bytes));
    }

    public static TransactionId fromHex(String hex) {
        return new TransactionId(Bytes32.fromHex(hex));
    }

    public String toHex() {
        return value.toHex();
    }

    @Override
    public int compareTo(TransactionId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
