package io.florin.crypto.sign;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// Ed25519 in Java, for machines without the native library.
///
/// Bouncy Castle checks a random multiple of the verification equation. That rejects nothing valid, but with a
/// crafted key or R outside the prime-order subgroup it may accept what the byte comparison rejects. Where both are
/// inside, the two agree; otherwise the JDK's exact implementation decides. So this engine and the native one never
/// differ, at the price of two subgroup checks (about 240 µs per verification instead of 90).
final class BouncyCastleEngine implements Ed25519Engine {
    private static final String ALGORITHM = "Ed25519";
    private static final String EXACT_PROVIDER = "SunEC";

    @Override
    public String name() {
        return "BouncyCastle";
    }

    @Override
    public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
        if (!Ed25519.verify(signature, 0, publicKey, 0, message, 0, message.length)) {
            return false;
        }
        boolean insideSubgroup =
                Ed25519.validatePublicKeyFull(publicKey, 0) && Ed25519.validatePublicKeyFull(signature, 0);
        return insideSubgroup || verifyExactly(publicKey, message, signature);
    }

    static boolean verifyExactly(byte[] publicKey, byte[] message, byte[] signature) {
        try {
            var encoded = new X509EncodedKeySpec(new RawKeys.RawPublicKey(publicKey).getEncoded());
            Signature verifier = Signature.getInstance(ALGORITHM, EXACT_PROVIDER);
            verifier.initVerify(
                    KeyFactory.getInstance(ALGORITHM, EXACT_PROVIDER).generatePublic(encoded));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (InvalidKeyException | InvalidKeySpecException | SignatureException malformed) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has Ed25519", e);
        }
    }

    @Override
    public Signer signer(byte[] seed) {
        return new SeedSigner(seed);
    }

    private static final class SeedSigner implements Signer {
        private final byte[] seed;

        SeedSigner(byte[] seed) {
            this.seed = seed;
        }

        @Override
        public byte[] sign(byte[] message) {
            byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
            Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
            return signature;
        }

        @Override
        public void close() {
            Arrays.fill(seed, (byte) 0);
        }
    }
}
