package io.florin.crypto.ps;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The certifiers' key on (enrollment id, value, seed): X~ = x·g~ and Y~k = yk·g~ in G2, Yk = yk·G in G1, where G is
/// [Generators#BLINDING]. There is no x·G, and no method to give one: whoever has it forges. 528 bytes encoded.
/// Immutable; any thread.
public final class PsPublicKey {
    /// Number of scalars that are signed.
    public static final int MESSAGES = 3;

    /// Bytes in an encoding.
    public static final int SIZE = (1 + MESSAGES) * G2.SIZE + MESSAGES * G1.SIZE;

    private final PreparedG2 x;
    private final List<PreparedG2> y;
    private final List<G1> blinding;

    private PsPublicKey(PreparedG2 x, List<PreparedG2> y, List<G1> blinding) {
        this.x = x;
        this.y = List.copyOf(y);
        this.blinding = List.copyOf(blinding);
    }

    /// A key of these points, the components in the order enrollment id, value, seed.
    ///
    /// @throws IllegalArgumentException unless there are three of each, none is the identity, and each Yk and Y~k hold
    /// the same yk
    public static PsPublicKey of(G2 x, List<G2> y, List<G1> blinding) {
        if (y.size() != MESSAGES || blinding.size() != MESSAGES || x.isIdentity()) {
            throw new IllegalArgumentException("not a key on three scalars");
        }
        List<PreparedG2> prepared = y.stream().map(PreparedG2::of).toList();
        for (int i = 0; i < MESSAGES; i++) {
            boolean samePower = new PairingProduct()
                    .add(blinding.get(i), PreparedG2.generator())
                    .add(Generators.BLINDING.negate(), prepared.get(i))
                    .isOne();
            if (y.get(i).isIdentity() || blinding.get(i).isIdentity() || !samePower) {
                throw new IllegalArgumentException("component " + i + " of the key does not fit");
            }
        }
        return new PsPublicKey(PreparedG2.of(x), prepared, blinding);
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws IllegalArgumentException if it is anything else or no key
    public static PsPublicKey decode(byte[] encoded) {
        if (encoded.length != SIZE) {
            throw new IllegalArgumentException(SIZE + " bytes expected, got " + encoded.length);
        }
        List<G2> second = IntStream.range(0, 1 + MESSAGES)
                .mapToObj(i -> G2.decode(Arrays.copyOfRange(encoded, i * G2.SIZE, (i + 1) * G2.SIZE)))
                .toList();
        int start = (1 + MESSAGES) * G2.SIZE;
        List<G1> first = IntStream.range(0, MESSAGES)
                .mapToObj(i -> G1.decode(Arrays.copyOfRange(encoded, start + i * G1.SIZE, start + (i + 1) * G1.SIZE)))
                .toList();
        return of(second.getFirst(), second.subList(1, 1 + MESSAGES), first);
    }

    /// X~, the Y~k, the Yk, compressed.
    public byte[] encode() {
        var encoded = new ByteArrayOutputStream();
        encoded.writeBytes(x.point().encode());
        y.forEach(point -> encoded.writeBytes(point.point().encode()));
        blinding.forEach(point -> encoded.writeBytes(point.encode()));
        return encoded.toByteArray();
    }

    /// X~.
    public PreparedG2 x() {
        return x;
    }

    /// Y~ of the enrollment id, the value, the seed.
    public List<PreparedG2> y() {
        return y;
    }

    /// Y of the enrollment id, the value, the seed.
    public List<G1> blinding() {
        return blinding;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PsPublicKey that
                && x.equals(that.x)
                && y.equals(that.y)
                && blinding.equals(that.blinding);
    }

    @Override
    public int hashCode() {
        return x.hashCode();
    }

    @Override
    public String toString() {
        return "PsPublicKey[" + x + "]";
    }
}
