package io.florin.crypto.elgamal;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;

/// Finds v from v·P for small v by baby steps and giant steps (Shanks). Immutable; any thread.
///
/// The table keeps 2^k multiples as 8 bytes of their encoding each, sorted, with their numbers: 12 bytes per entry, so
/// 12 MB for k = 20. Finding b bits takes at most 2^(b − k) additions. For auditors, on ciphertexts of committed
/// transactions: the time depends on the value.
public final class DiscreteLogTable {
    /// The largest table.
    public static final int TABLE_BITS_MAX = 24;

    private static final int VALUE_BITS_MAX = 48;

    private final G1 base;
    private final int tableBits;
    private final long[] fingerprints;
    private final int[] numbers;
    private final G1 giantStep;

    /// The table of 2^tableBits multiples of a base; an addition for each.
    ///
    /// @throws IllegalArgumentException unless 1 ≤ tableBits ≤ 24
    public DiscreteLogTable(G1 base, int tableBits) {
        if (tableBits < 1 || tableBits > TABLE_BITS_MAX || base.isIdentity()) {
            throw new IllegalArgumentException("no table of 2^" + tableBits);
        }
        this.base = base;
        this.tableBits = tableBits;
        int size = 1 << tableBits;
        Entry[] entries = new Entry[size];
        G1 multiple = G1.identity();
        for (int i = 0; i < size; i++) {
            entries[i] = new Entry(fingerprint(multiple), i);
            multiple = multiple.add(base);
        }
        Arrays.sort(entries);
        this.fingerprints = Arrays.stream(entries).mapToLong(Entry::fingerprint).toArray();
        this.numbers = Arrays.stream(entries).mapToInt(Entry::number).toArray();
        this.giantStep = multiple.negate();
    }

    /// The v below 2^valueBits with v·P = point; empty if there is none.
    ///
    /// @throws IllegalArgumentException unless tableBits ≤ valueBits ≤ 48
    public OptionalLong find(G1 point, int valueBits) {
        if (valueBits < tableBits || valueBits > VALUE_BITS_MAX) {
            throw new IllegalArgumentException("no values of " + valueBits + " bits by this table");
        }
        G1 rest = point;
        long steps = 1L << (valueBits - tableBits);
        for (long giant = 0; giant < steps; giant++) {
            OptionalLong found = lookUp(rest, giant << tableBits, point);
            if (found.isPresent()) {
                return found;
            }
            rest = rest.add(giantStep);
        }
        return OptionalLong.empty();
    }

    /// Every entry with the fingerprint is tried: two multiples may share one.
    private OptionalLong lookUp(G1 rest, long offset, G1 point) {
        long fingerprint = fingerprint(rest);
        int position = Arrays.binarySearch(fingerprints, fingerprint);
        while (position > 0 && fingerprints[position - 1] == fingerprint) {
            position--;
        }
        for (; position >= 0 && position < fingerprints.length && fingerprints[position] == fingerprint; position++) {
            long candidate = offset + numbers[position];
            if (base.multiply(Scalar.ofLong(candidate)).equals(point)) {
                return OptionalLong.of(candidate);
            }
        }
        return OptionalLong.empty();
    }

    private static long fingerprint(G1 point) {
        return ByteBuffer.wrap(point.encode()).getLong(G1.SIZE - Long.BYTES);
    }

    private record Entry(long fingerprint, int number) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return Long.compare(fingerprint, other.fingerprint);
        }
    }
}
