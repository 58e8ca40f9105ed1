package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.Shares;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Key for checking one certifier's shares: X~i and Y~k,i, from the key generation. Immutable; any thread.
public final class PsVerificationKey {
    /// Bytes in an encoding, which is without the index.
    public static final int SIZE = (1 + PsPublicKey.MESSAGES) * G2.SIZE;

    private final int index;
    private final PreparedG2 x;
    private final List<PreparedG2> y;

    private PsVerificationKey(int index, PreparedG2 x, List<PreparedG2> y) {
        this.index = index;
        this.x = x;
        this.y = y;
    }

    /// @throws IllegalArgumentException if the index is out of range or there are not three components
    public static PsVerificationKey of(int index, G2 x, List<G2> y) {
        Shares.requireIndex(index);
        if (y.size() != PsPublicKey.MESSAGES) {
            throw new IllegalArgumentException("not a key on three scalars");
        }
        return new PsVerificationKey(
                index, PreparedG2.of(x), y.stream().map(PreparedG2::of).toList());
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws IllegalArgumentException if it is anything else or the index is out of range
    public static PsVerificationKey decode(int index, byte[] encoded) {
        if (encoded.length != SIZE) {
            throw new IllegalArgumentException(SIZE + " bytes expected, got " + encoded.length);
        }
        List<G2> points = IntStream.range(0, 1 + PsPublicKey.MESSAGES)
                .mapToObj(i -> G2.decode(Arrays.copyOfRange(encoded, i * G2.SIZE, (i + 1) * G2.SIZE)))
                .toList();
        return of(index, points.getFirst(), points.subList(1, points.size()));
    }

    /// X~i, Y~e,i, Y~v,i, Y~r,i, compressed.
    public byte[] encode() {
        var encoded = new ByteArrayOutputStream();
        encoded.writeBytes(x.point().encode());
        y.forEach(point -> encoded.writeBytes(point.point().encode()));
        return encoded.toByteArray();
    }

    /// The certifier's index, from 1.
    public int index() {
        return index;
    }

    /// e(σ, g~) = e(H, X~ + r·Y~r) · e(A, Y~e) · e(B, Y~v).
    boolean accepts(TokenBase base, BlindedToken token, G1 share) {
        Scalar seed = base.seed();
        return new PairingProduct()
                .add(share.negate(), PreparedG2.generator())
                .add(base.point(), x)
                .add(token.owner(), y.get(0))
                .add(token.value(), y.get(1))
                .add(seed, base.point(), y.get(2))
                .isOne();
    }
}
