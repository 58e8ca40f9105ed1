package io.florin.crypto.bbs;

import io.florin.crypto.group.G2;
import io.florin.crypto.group.HashToScalar;
import io.florin.crypto.group.Scalar;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// A BBS secret key: a scalar other than zero. Prints nothing; equality is identity.
public final class BbsSecretKey {
    private static final String KEYGEN = "BBS_BLS12381G1_XMD:SHA-256_SSWU_RO_H2G_HM2S_KEYGEN_DST_";
    private static final int MATERIAL_SIZE = 32;

    private final Scalar scalar;

    private BbsSecretKey(Scalar scalar) {
        this.scalar = scalar;
    }

    /// A key of this scalar.
    ///
    /// @throws IllegalArgumentException if it is zero
    public static BbsSecretKey of(Scalar scalar) {
        if (scalar.isZero()) {
            throw new IllegalArgumentException("a secret key is not zero");
        }
        return new BbsSecretKey(scalar);
    }

    /// The draft's `KeyGen`: a key from at least 32 secret bytes and public information.
    ///
    /// @throws IllegalArgumentException if the material is too short or the information too long
    public static BbsSecretKey derive(byte[] material, byte[] info) {
        if (material.length < MATERIAL_SIZE || info.length > 0xffff) {
            throw new IllegalArgumentException("at least 32 bytes of material, at most 65,535 of information");
        }
        byte[] input = ByteBuffer.allocate(material.length + Short.BYTES + info.length)
                .put(material)
                .putShort((short) info.length)
                .put(info)
                .array();
        try {
            return of(HashToScalar.of(input, KEYGEN));
        } finally {
            Arrays.fill(input, (byte) 0);
        }
    }

    /// A fresh key.
    ///
    /// @param random a `SecureRandom` outside tests
    public static BbsSecretKey generate(RandomGenerator random) {
        return of(Scalar.random(random));
    }

    /// The public key.
    public BbsPublicKey publicKey() {
        return new BbsPublicKey(G2.generator().multiply(scalar));
    }

    Scalar scalar() {
        return scalar;
    }

    @Override
    public String toString() {
        return "BbsSecretKey";
    }
}
