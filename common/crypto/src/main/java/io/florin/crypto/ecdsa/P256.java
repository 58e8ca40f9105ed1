package io.florin.crypto.ecdsa;

import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.shamir.PrimeGroup;
import java.math.BigInteger;

/// The group of NIST P-256 (SEC 2 calls it secp256r1), whose order is prime.
public final class P256 implements PrimeGroup {
    static final PrimeField SCALARS =
            PrimeField.modulo(new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16));

    /// The group.
    public static final P256 GROUP = new P256();

    private P256() {}

    @Override
    public String name() {
        return "P-256";
    }

    @Override
    public PrimeField scalars() {
        return SCALARS;
    }

    @Override
    public P256Point identity() {
        return P256Point.IDENTITY;
    }

    @Override
    public P256Point generator() {
        return P256Point.BASE;
    }

    @Override
    public int encodedSize() {
        return P256Point.SIZE;
    }

    @Override
    public P256Point decode(byte[] encoded) {
        return P256Point.decode(encoded);
    }
}
