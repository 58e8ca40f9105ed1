package io.florin.crypto.group;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/// A point of G2, the subgroup of prime order q of the twisted curve over Fp². Immutable; any thread. Equality is that
/// of the point.
///
/// [#multiply] takes the same time for any scalar (with blst); [#sumOfProducts] does not. What is paired again and
/// again is better kept as a [PreparedG2].
public final class G2 {
    /// Bytes in a compressed point.
    public static final int SIZE = 96;

    /// Bytes in an uncompressed point.
    public static final int UNCOMPRESSED_SIZE = 192;

    private static final int WORDS = 24;
    private static final CurveEngine CURVE = Engine.current().g2();
    private static final G2 IDENTITY = new G2(new long[WORDS]);
    private static final G2 GENERATOR = decode(Tags.hex("93e02b6052719f607dacd3a088274f65596bd0d09920b61a"
            + "b5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
            + "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02"
            + "b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"));

    private final long[] words;

    private G2(long[] words) {
        this.words = words;
    }

    /// The identity O.
    public static G2 identity() {
        return IDENTITY;
    }

    /// The standard generator.
    public static G2 generator() {
        return GENERATOR;
    }

    /// Reads a point in 96 bytes compressed or 192 bytes: canonical, on the curve, in the group, not the identity.
    /// About 150 µs compressed.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static G2 decode(byte[] bytes) {
        G2 point = decodeOrIdentity(bytes);
        if (point.isIdentity()) {
            throw new IllegalArgumentException("the identity is no point here");
        }
        return point;
    }

    /// The same as [#decode], but the identity is accepted.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static G2 decodeOrIdentity(byte[] bytes) {
        long[] words = new long[WORDS];
        if (bytes.length != SIZE && bytes.length != UNCOMPRESSED_SIZE || !CURVE.decode(bytes, words)) {
            throw new IllegalArgumentException("not a point of the curve, or not its encoding");
        }
        G2 point = new G2(words);
        if (!point.isIdentity() && !CURVE.inGroup(words)) {
            throw new IllegalArgumentException("the point is outside the group of prime order");
        }
        return point;
    }

    /// The point of the message by RFC 9380, suite `BLS12381G2_XMD:SHA-256_SSWU_RO_`.
    ///
    /// @param tag the domain separation tag: ASCII, 1 to 255 characters, one for each purpose
    public static G2 hashTo(byte[] message, String tag) {
        return new G2(CURVE.hash(message, Tags.bytes(tag)));
    }

    /// Σ scalarᵢ · pointᵢ in the time that depends on the scalars: for public ones only.
    ///
    /// @throws IllegalArgumentException if the lists differ in length
    public static G2 sumOfProducts(List<Scalar> scalars, List<G2> points) {
        G1.checkSizes(scalars, points);
        int count = points.size();
        long[] pointWords = new long[count * WORDS];
        long[] scalarWords = new long[count * Scalar.LONGS];
        for (int i = 0; i < count; i++) {
            System.arraycopy(points.get(i).words, 0, pointWords, i * WORDS, WORDS);
            scalars.get(i).copyWordsInto(scalarWords, i * Scalar.LONGS);
        }
        return new G2(CURVE.sum(pointWords, scalarWords, count));
    }

    /// This + other.
    public G2 add(G2 other) {
        return new G2(CURVE.add(words, other.words));
    }

    /// This − other.
    public G2 subtract(G2 other) {
        return add(other.negate());
    }

    /// −this.
    public G2 negate() {
        return new G2(Words.negatePoint(words));
    }

    /// scalar · this, in constant time.
    public G2 multiply(Scalar scalar) {
        long[] secret = new long[Scalar.LONGS];
        try {
            scalar.copyWordsInto(secret, 0);
            return new G2(CURVE.multiply(words, secret));
        } finally {
            Arrays.fill(secret, 0);
        }
    }

    /// Whether this is the identity.
    public boolean isIdentity() {
        return Words.isZero(words);
    }

    /// The compressed point, 96 bytes, in a fresh array.
    public byte[] encode() {
        return CURVE.encode(words, true);
    }

    /// The uncompressed point, 192 bytes, in a fresh array.
    public byte[] encodeUncompressed() {
        return CURVE.encode(words, false);
    }

    long[] words() {
        return words;
    }

    /// Whether the points are the same; takes as long for any two.
    @Override
    public boolean equals(Object other) {
        return other instanceof G2 that && Words.equal(words, that.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    /// The first bytes of the encoding, for people.
    @Override
    public String toString() {
        return "G2[" + HexFormat.of().formatHex(encode(), 0, 6) + "…]";
    }
}
