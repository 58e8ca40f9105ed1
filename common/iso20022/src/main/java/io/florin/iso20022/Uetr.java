package io.florin.iso20022;

import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// A Unique End-to-end Transaction Reference: a version 4 UUID in lower case, the same from first bank to last.
public record Uetr(String value) {
    private static final Pattern FORM =
            Pattern.compile("[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}");

    public Uetr {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not in the form of a UETR");
        }
    }

    public static Optional<Uetr> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Uetr(text)) : Optional.empty();
    }

    /// A new reference from 122 bits of the caller's randomness.
    public static Uetr from(RandomGenerator random) {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new Uetr(new UUID(high, low).toString());
    }

    public UUID toUuid() {
        return UUID.fromString(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
