package io.florin.ledger.vectors;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// One encoded value, the way to read it and write it again, and what is computed from it.
///
/// @param codec decodes the bytes, encodes the value again and computes the ids and hashes by name
record Specimen(String name, byte[] bytes, Function<byte[], Reading> codec) {

    /// Result of decoding.
    ///
    /// @param bytes the decoded value, encoded again
    /// @param derived ids, hashes and signed messages in hex
    record Reading(byte[] bytes, Map<String, String> derived) {
        Reading {
            derived = new TreeMap<>(derived);
        }
    }

    static <T> Specimen of(
            String name,
            T value,
            Function<T, byte[]> encoder,
            Function<byte[], T> decoder,
            Function<T, Map<String, String>> derived) {
        return new Specimen(name, encoder.apply(value), bytes -> {
            T decoded = decoder.apply(bytes);
            return new Reading(encoder.apply(decoded), derived.apply(decoded));
        });
    }

    Reading read(byte[] other) {
        return codec.apply(other);
    }

    /// Whether reading it takes square roots and subgroup checks, half a millisecond for a payment.
    boolean holdsPoints() {
        return name.contains("anonymous-") || name.contains("confidential-") || name.contains("unlinkable-");
    }

    @Override
    public String toString() {
        return name;
    }
}
