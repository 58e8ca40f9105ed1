package io.florin.crypto.seal;

import io.florin.crypto.Bytes32;
import java.math.BigInteger;
import java.util.Set;
import org.bouncycastle.util.Arrays;

/// The points of Curve25519 and of its twist whose order divides 8, by their u-coordinates. A secret agreed with one of
/// them is zero (RFC 7748, section 6.1), whatever the other's key.
final class SmallOrder {

    private static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    private static final Set<BigInteger> COORDINATES = Set.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            PRIME.subtract(BigInteger.ONE),
            new BigInteger("00b8495f16056286fdb1329ceb8d09da6ac49ff1fae35616aeb8413b7c7aebe0", 16),
            new BigInteger("57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5f", 16));

    private SmallOrder() {}

    /// @param key a public key of X25519: the u-coordinate, least byte first, of which the highest bit counts for
    ///     nothing
    static boolean contains(Bytes32 key) {
        byte[] bytes = key.toArray();
        bytes[Bytes32.SIZE - 1] &= 0x7f;
        return COORDINATES.contains(new BigInteger(1, Arrays.reverse(bytes)).mod(PRIME));
    }
}
