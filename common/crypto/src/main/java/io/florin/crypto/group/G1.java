package io.florin.crypto.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A point of G1, the subgroup of prime order q of the curve over Fp. Immutable; any thread.
///
/// Only points known to be in the group become one, so a secret scalar may multiply it. [#multiply] and
/// [#sumOfSecretProducts] take the same time for any scalars (with blst; see [Scalar] for what Java itself leaves
/// behind); [#sumOfProducts] and [Terms] do not.
public final class G1 extends CurvePoint {
    private static final CurveEngine CURVE = Engine.current().g1();
    private static final G1 IDENTITY = new G1(new long[WORDS]);
    private static final G1 GENERATOR = decode(Tags.hex(
            "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905" + "a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"));

    /// Takes the array of a point known to be in the group.
    G1(long[] words) {
        super(words);
    }

    /// The identity O.
    public static G1 identity() {
        return IDENTITY;
    }

    /// The standard generator.
    public static G1 generator() {
        return GENERATOR;
    }

    /// Reads a point as [CurvePoint#decode] does, and checks that it is in the group. About 45 µs compressed.
    ///
    /// @throws IllegalArgumentException if it is malformed, outside the group or the identity
    public static G1 decode(byte[] bytes) {
        return CurvePoint.decode(bytes).toGroup();
    }

    /// The same as [#decode], but the identity is accepted.
    ///
    /// @throws IllegalArgumentException if it is malformed or outside the group
    public static G1 decodeOrIdentity(byte[] bytes) {
        return CurvePoint.decodeOrIdentity(bytes).toGroup();
    }

    /// The point of the message by RFC 9380, suite `BLS12381G1_XMD:SHA-256_SSWU_RO_`. About 45 µs.
    ///
    /// @param tag the domain separation tag: ASCII, 1 to 255 characters, one for each purpose
    public static G1 hashTo(byte[] message, String tag) {
        return new G1(CURVE.hash(message, Tags.bytes(tag)));
    }

    /// secret · the point of the message, as [#hashTo] and [#multiply] give it, a little cheaper; the time depends on
    /// the message's length alone.
    public static G1 hashTimes(byte[] message, String tag, Scalar secret) {
        long[] words = new long[Scalar.LONGS];
        try {
            secret.copyWordsInto(words, 0);
            return new G1(CURVE.hashTimes(message, Tags.bytes(tag), words));
        } finally {
            Arrays.fill(words, 0);
        }
    }

    /// The points of many messages under one tag, as [#hashTo] gives them, a little cheaper.
    public static List<G1> hashAllTo(List<byte[]> messages, String tag) {
        long[] words = CURVE.hashAll(messages, Tags.bytes(tag));
        List<G1> points = new ArrayList<>(messages.size());
        for (int offset = 0; offset < words.length; offset += WORDS) {
            points.add(new G1(Arrays.copyOfRange(words, offset, offset + WORDS)));
        }
        return points;
    }

    /// Σ scalarᵢ · pointᵢ in the time that depends on the scalars: for public ones only.
    ///
    /// @throws IllegalArgumentException if the lists differ in length
    public static G1 sumOfProducts(List<Scalar> scalars, List<G1> points) {
        checkSizes(scalars, points);
        Terms terms = new Terms(points.size());
        for (int i = 0; i < points.size(); i++) {
            terms.add(scalars.get(i), points.get(i));
        }
        return terms.sum();
    }

    /// Σ scalarᵢ · pointᵢ in a time that depends on their number alone. About 65 µs each.
    ///
    /// @throws IllegalArgumentException if the lists differ in length
    public static G1 sumOfSecretProducts(List<Scalar> scalars, List<G1> points) {
        return sumOfSecretProducts(scalars, points, Scalar.BITS);
    }

    /// The same as [#sumOfSecretProducts(List, List)] for scalars that are known to be below 2^bits, a number that is
    /// public: for few bits a tenth of the time. Larger scalars give a wrong sum.
    ///
    /// @throws IllegalArgumentException if the lists differ in length, or bits are not between 1 and 255
    public static G1 sumOfSecretProducts(List<Scalar> scalars, List<G1> points, int bits) {
        checkSizes(scalars, points);
        if (bits < 1 || bits > Scalar.BITS) {
            throw new IllegalArgumentException("no scalar of " + bits + " bits");
        }
        int count = points.size();
        long[] words = new long[count * WORDS];
        long[] secrets = new long[count * Scalar.LONGS];
        try {
            for (int i = 0; i < count; i++) {
                System.arraycopy(points.get(i).words(), 0, words, i * WORDS, WORDS);
                scalars.get(i).copyWordsInto(secrets, i * Scalar.LONGS);
            }
            return new G1(CURVE.secretSum(words, secrets, count, bits));
        } finally {
            Arrays.fill(secrets, 0);
        }
    }

    /// This + other.
    public G1 add(G1 other) {
        return new G1(CURVE.add(words(), other.words()));
    }

    /// This − other.
    public G1 subtract(G1 other) {
        return add(other.negate());
    }

    @Override
    public G1 negate() {
        return new G1(Words.negatePoint(words()));
    }

    /// scalar · this, in constant time. About 65 µs.
    public G1 multiply(Scalar scalar) {
        long[] secret = new long[Scalar.LONGS];
        try {
            scalar.copyWordsInto(secret, 0);
            return new G1(CURVE.multiply(words(), secret));
        } finally {
            Arrays.fill(secret, 0);
        }
    }

    @Override
    public G1 toGroup() {
        return this;
    }

    static void checkSizes(List<?> scalars, List<?> points) {
        if (scalars.size() != points.size()) {
            throw new IllegalArgumentException(scalars.size() + " scalars, " + points.size() + " points");
        }
    }
}
