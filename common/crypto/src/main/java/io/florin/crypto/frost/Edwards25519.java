package io.florin.crypto.frost;

import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.shamir.PrimeGroup;
import java.math.BigInteger;

/// The prime-order subgroup of edwards25519, with the order L = 2²⁵² + 27742317777372353535851937790883648493.
public final class Edwards25519 implements PrimeGroup {
    static final PrimeField SCALARS =
            PrimeField.modulo(BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493")));

    /// The group.
    public static final Edwards25519 GROUP = new Edwards25519();

    private static final EdwardsPoint BASE = EdwardsPoint.base();

    private Edwards25519() {}

    @Override
    public String name() {
        return "edwards25519";
    }

    @Override
    public PrimeField scalars() {
        return SCALARS;
    }

    @Override
    public EdwardsPoint identity() {
        return EdwardsPoint.IDENTITY;
    }

    @Override
    public EdwardsPoint generator() {
        return BASE;
    }

    @Override
    public int encodedSize() {
        return EdwardsPoint.SIZE;
    }

    @Override
    public EdwardsPoint decode(byte[] encoded) {
        return EdwardsPoint.decode(encoded);
    }
}
