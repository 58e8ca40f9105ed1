package io.florin.crypto.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Signatures that only their signer could craft, with components of small order in key and R: engines must not
/// differ, and both must follow the equation without cofactor. Points are computed here in plain integers.
class Ed25519AgreementTest {
    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger ORDER =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    private static final BigInteger D = BigInteger.valueOf(-121665)
            .multiply(BigInteger.valueOf(121666).modInverse(P))
            .mod(P);
    private static final BigInteger ROOT_OF_MINUS_ONE = BigInteger.TWO.modPow(P.shiftRight(2), P);
    private static final Point IDENTITY = new Point(BigInteger.ZERO, BigInteger.ONE);

    private static final int SCALAR_BITS = 64; // as good as 252 here, and faster

    private final Random random = new Random(11);
    private final Ed25519Engine corretto = CorrettoEngine.load().orElseThrow();
    private final Ed25519Engine bouncyCastle = new BouncyCastleEngine();

    @Test
    void enginesAgreeOnEveryMixOfSmallOrders() throws Exception {
        Point base = decode(BigInteger.valueOf(4)
                .multiply(BigInteger.valueOf(5).modInverse(P))
                .mod(P));
        Point ofOrderEight =
                decode(new BigInteger("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16));
        assertThat(multiply(BigInteger.valueOf(8), ofOrderEight)).isEqualTo(IDENTITY);
        assertThat(multiply(BigInteger.valueOf(4), ofOrderEight)).isNotEqualTo(IDENTITY);
        List<Boolean> verdicts = new ArrayList<>();
        for (int keyTorsion = 0; keyTorsion < 8; keyTorsion++) {
            for (int nonceTorsion = 0; nonceTorsion < 8; nonceTorsion++) {
                for (int withNonce = 0; withNonce < 2; withNonce++) {
                    BigInteger secret = new BigInteger(SCALAR_BITS, random);
                    BigInteger nonce = withNonce == 0 ? BigInteger.ZERO : new BigInteger(SCALAR_BITS, random);
                    Point keyPart = multiply(BigInteger.valueOf(keyTorsion), ofOrderEight);
                    Point noncePart = multiply(BigInteger.valueOf(nonceTorsion), ofOrderEight);
                    byte[] key = encode(add(multiply(secret, base), keyPart));
                    byte[] r = encode(add(multiply(nonce, base), noncePart));
                    byte[] message = new byte[20];
                    random.nextBytes(message);
                    BigInteger challenge = challenge(r, key, message);
                    BigInteger s = nonce.add(challenge.multiply(secret)).mod(ORDER);
                    byte[] signature = new byte[64];
                    System.arraycopy(r, 0, signature, 0, 32);
                    System.arraycopy(littleEndian(s), 0, signature, 32, 32);
                    boolean exact = add(multiply(challenge.mod(BigInteger.valueOf(8)), keyPart), noncePart)
                            .equals(IDENTITY);
                    assertThat(Ed25519.verify(corretto, key, message, signature))
                            .isEqualTo(exact);
                    assertThat(Ed25519.verify(bouncyCastle, key, message, signature))
                            .isEqualTo(exact);
                    verdicts.add(exact);
                }
            }
        }
        assertThat(verdicts).contains(true, false);
    }

    private static BigInteger challenge(byte[] r, byte[] key, byte[] message) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        digest.update(r);
        digest.update(key);
        return fromLittleEndian(digest.digest(message)).mod(ORDER);
    }

    private record Point(BigInteger x, BigInteger y) {}

    private static Point add(Point a, Point b) {
        BigInteger product =
                D.multiply(a.x).multiply(b.x).multiply(a.y).multiply(b.y).mod(P);
        BigInteger x = a.x.multiply(b.y).add(a.y.multiply(b.x));
        BigInteger y = a.y.multiply(b.y).add(a.x.multiply(b.x));
        return new Point(
                x.multiply(BigInteger.ONE.add(product).modInverse(P)).mod(P),
                y.multiply(BigInteger.ONE.subtract(product).modInverse(P)).mod(P));
    }

    private static Point multiply(BigInteger scalar, Point point) {
        Point result = IDENTITY;
        for (int i = scalar.bitLength() - 1; i >= 0; i--) {
            result = add(result, result);
            if (scalar.testBit(i)) {
                result = add(result, point);
            }
        }
        return result;
    }

    /// The point with this y and an even x.
    private static Point decode(BigInteger y) {
        BigInteger square = y.multiply(y);
        BigInteger ratio = square.subtract(BigInteger.ONE)
                .multiply(D.multiply(square).add(BigInteger.ONE).modInverse(P))
                .mod(P);
        BigInteger x = ratio.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
        if (!x.multiply(x).mod(P).equals(ratio)) {
            x = x.multiply(ROOT_OF_MINUS_ONE).mod(P);
        }
        return new Point(x.testBit(0) ? P.subtract(x) : x, y);
    }

    private static byte[] encode(Point point) {
        byte[] encoded = littleEndian(point.y);
        if (point.x.testBit(0)) {
            encoded[31] |= (byte) 0x80;
        }
        return encoded;
    }

    private static byte[] littleEndian(BigInteger value) {
        byte[] result = new byte[32];
        for (int i = 0; i < 32; i++) {
            result[i] = value.shiftRight(8 * i).byteValue();
        }
        return result;
    }

    private static BigInteger fromLittleEndian(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return new BigInteger(1, reversed);
    }
}
