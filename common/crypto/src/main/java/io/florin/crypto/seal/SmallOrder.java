package io.florin.crypto.seal;

import io.florin.crypto.Bytes32;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The points of Curve25519 and of its twist whose order divides 8, by the bytes of their u-coordinates. A secret
/// agreed with one of them is zero (RFC 7748, section 6.1), whatever the other's key.
final class SmallOrder {

    /// 0, 1, the two of order 8, and p - 1, p and p + 1, of which the last two name 0 and 1 once more: all that fit
    /// into 255 bits.
    private static final Set<Bytes32> COORDINATES = List.of(
                    "0000000000000000000000000000000000000000000000000000000000000000",
                    "0100000000000000000000000000000000000000000000000000000000000000",
                    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
                    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
            .stream()
            .map(Bytes32::fromHex)
            .collect(Collectors.toUnmodifiableSet());

    private SmallOrder() {}

    /// All of them, with the bit cleared that counts for nothing.
    static Set<Bytes32> coordinates() {
        return COORDINATES;
    }

    /// @param key a public key of X25519: the u-coordinate, least byte first, of which the highest bit counts for
    ///     nothing
    static boolean contains(Bytes32 key) {
        byte[] bytes = key.toArray();
        bytes[Bytes32.SIZE - 1] &= 0x7f;
        return COORDINATES.contains(Bytes32.of(bytes));
    }
}
