package io.florin.crypto.bls;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// BLS signatures on BLS12-381, basic scheme, minimal signature size: draft-irtf-cfrg-bls-signature with the suite
/// `BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_` (hash to G1 by RFC 9380).
///
/// Stateless; any thread. Points are checked when they are decoded, so verifying is two Miller loops and one final
/// exponentiation, of the group layer.
public final class Bls {
    /// The suite's domain separation tag.
    public static final String SUITE = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

    /// The order r of G1 and G2.
    public static final BigInteger GROUP_ORDER =
            new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);

    private static final int MULTIPLIER_BYTES = 16;

    private Bls() {}

    /// Whether the signature is the one of the message under the key.
    public static boolean verify(BlsPublicKey key, byte[] message, BlsSignature signature) {
        return pairingsAgree(key, G1.hashTo(message, SUITE), signature.point());
    }

    /// Whether every signature is the one of its message under the one key: both sides of the equation are summed
    /// with random 128-bit multipliers, so a batch with a wrong signature passes with probability 2^-128 at most. A
    /// failed batch does not tell which one is wrong. True for an empty batch.
    ///
    /// @param random must be unpredictable to whoever made the signatures: a `SecureRandom`
    /// @throws IllegalArgumentException if there are not as many signatures as messages
    public static boolean verifyBatchSameKey(
            BlsPublicKey key, List<byte[]> messages, List<BlsSignature> signatures, RandomGenerator random) {
        int count = messages.size();
        if (signatures.size() != count) {
            throw new IllegalArgumentException(count + " messages, " + signatures.size() + " signatures");
        }
        if (count == 0) {
            return true;
        }
        if (count == 1) {
            return verify(key, messages.getFirst(), signatures.getFirst());
        }
        byte[] multipliers = new byte[count * MULTIPLIER_BYTES];
        random.nextBytes(multipliers);
        List<G1> hashes = G1.hashAllTo(messages, SUITE);
        Terms hashSum = new Terms(count);
        Terms signatureSum = new Terms(count);
        for (int i = 0; i < count; i++) {
            Scalar multiplier = Scalar.weight(multipliers, i * MULTIPLIER_BYTES);
            hashSum.add(multiplier, hashes.get(i));
            signatureSum.add(multiplier, signatures.get(i).point());
        }
        return pairingsAgree(key, hashSum.sum(), signatureSum.sum());
    }

    /// The sum of scalarᵢ · signatureᵢ, as threshold signatures are combined. Scalars are public and taken modulo
    /// the group order.
    ///
    /// @throws IllegalArgumentException if the lists differ in length or are empty, or the sum is infinity
    public static BlsSignature linearCombination(List<BlsSignature> signatures, List<BigInteger> scalars) {
        int count = signatures.size();
        if (count == 0 || count != scalars.size()) {
            throw new IllegalArgumentException(count + " signatures, " + scalars.size() + " scalars");
        }
        Terms terms = new Terms(count);
        for (int i = 0; i < count; i++) {
            terms.add(scalar(scalars.get(i)), signatures.get(i).point());
        }
        return BlsSignature.of(terms.sum());
    }

    /// e(hash, key) = e(signature, generator of G2), computed as one product. Infinity on either side, which decoded
    /// points and honest multipliers never give, is a failure.
    private static boolean pairingsAgree(BlsPublicKey key, G1 hash, G1 signature) {
        if (hash.isIdentity() || signature.isIdentity()) {
            return false;
        }
        return new PairingProduct()
                .add(hash, key.prepared())
                .add(signature.negate(), PreparedG2.generator())
                .isOne();
    }

    private static Scalar scalar(BigInteger value) {
        byte[] digits = value.mod(GROUP_ORDER).toByteArray();
        byte[] bytes = new byte[Scalar.SIZE];
        int length = Math.min(digits.length, Scalar.SIZE); // a sign byte may lead
        System.arraycopy(digits, digits.length - length, bytes, Scalar.SIZE - length, length);
        try {
            return Scalar.ofCanonical(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }
}
