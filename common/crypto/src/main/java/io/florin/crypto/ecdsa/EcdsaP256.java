package io.florin.crypto.ecdsa;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import io.florin.crypto.shamir.PrimeField;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// Verification of ECDSA over P-256 with SHA-256 (FIPS 186-5). Signatures are r ‖ s, 64 bytes big-endian (IEEE
/// P1363), both between 1 and n − 1.
///
/// With (r, s) also (r, n − s) is a signature. The platform accepts only the one with s ≤ n/2, see [#verifyLowS], so
/// that nobody can change the bytes of an endorsement; threshold signing makes that one. [#verify] is for signatures
/// of others, which may have either. All methods may be called from any thread.
public final class EcdsaP256 {
    /// Bytes in a signature.
    public static final int SIGNATURE_SIZE = 2 * PrimeField.SIZE;

    private static final byte[] X509_PREFIX =
            HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d030107034200");
    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final BigInteger ORDER = P256.SCALARS.modulus();
    private static final BigInteger HALF_ORDER = ORDER.shiftRight(1);
    private static final Provider PROVIDER = provider();
    private static final byte SEQUENCE = 0x30;
    private static final byte INTEGER = 0x02;

    private EcdsaP256() {}

    private static Provider provider() {
        AmazonCorrettoCryptoProvider corretto = AmazonCorrettoCryptoProvider.INSTANCE;
        if (corretto.getLoadingError() == null) {
            corretto.assertHealthy();
            return corretto;
        }
        return sun();
    }

    /// The JDK's own implementation, the fall-back and the second opinion of the tests.
    static Provider sun() {
        Provider provider = Security.getProvider("SunEC");
        if (provider == null) {
            throw new IllegalStateException("no provider has P-256");
        }
        return provider;
    }

    /// Whether the signature is one of the message under the key, whatever the size of s. False for malformed ones.
    public static boolean verify(P256Point key, byte[] message, byte[] signature) {
        return verify(PROVIDER, key, message, signature);
    }

    /// The same, and s ≤ n/2.
    public static boolean verifyLowS(P256Point key, byte[] message, byte[] signature) {
        return signature.length == SIGNATURE_SIZE
                && number(signature, PrimeField.SIZE).compareTo(HALF_ORDER) <= 0
                && verify(key, message, signature);
    }

    static boolean verify(Provider provider, P256Point key, byte[] message, byte[] signature) {
        if (signature.length != SIGNATURE_SIZE
                || !isInRange(number(signature, 0))
                || !isInRange(number(signature, PrimeField.SIZE))) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance(ALGORITHM, provider);
            verifier.initVerify(publicKey(provider, key));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (SignatureException malformed) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the provider has P-256", e);
        }
    }

    /// The key as the JCA wants it.
    static PublicKey publicKey(Provider provider, P256Point key) throws GeneralSecurityException {
        byte[] point = key.encodeUncompressed();
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + point.length);
        System.arraycopy(point, 0, encoded, X509_PREFIX.length, point.length);
        return KeyFactory.getInstance("EC", provider).generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static boolean isInRange(BigInteger value) {
        return value.signum() > 0 && value.compareTo(ORDER) < 0;
    }

    private static BigInteger number(byte[] signature, int offset) {
        return new BigInteger(1, signature, offset, PrimeField.SIZE);
    }

    /// s as it must be in a signature of the platform: itself or its negative, whichever is at most n/2.
    static BigInteger lowS(BigInteger s) {
        return s.compareTo(HALF_ORDER) > 0 ? ORDER.subtract(s) : s;
    }

    /// A signature in DER (X.509, JWS of some) as r ‖ s; empty unless it is the one canonical encoding of two numbers
    /// of at most 32 bytes.
    public static Optional<byte[]> fromDer(byte[] der) {
        int length = der.length - 2;
        if (length < 6 || length > 127 || der[0] != SEQUENCE || der[1] != length) {
            return Optional.empty();
        }
        byte[] signature = new byte[SIGNATURE_SIZE];
        int second = readInteger(der, 2, signature, 0);
        boolean whole = second > 0 && readInteger(der, second, signature, PrimeField.SIZE) == der.length;
        return whole ? Optional.of(signature) : Optional.empty();
    }

    /// End of the integer at the offset, or −1 if it is none of ours.
    private static int readInteger(byte[] der, int offset, byte[] target, int targetOffset) {
        if (offset + 2 >= der.length || der[offset] != INTEGER) {
            return -1;
        }
        int size = der[offset + 1];
        int start = offset + 2;
        if (size < 1 || size > PrimeField.SIZE + 1 || start + size > der.length || der[start] < 0) {
            return -1;
        }
        boolean padded = size > 1 && der[start] == 0;
        if ((padded && der[start + 1] >= 0) || (size > PrimeField.SIZE && !padded)) {
            return -1;
        }
        int skipped = padded ? 1 : 0;
        int digits = size - skipped;
        System.arraycopy(der, start + skipped, target, targetOffset + PrimeField.SIZE - digits, digits);
        return start + size;
    }
}
