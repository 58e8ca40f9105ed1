package io.florin.crypto.sign;

import java.util.HexFormat;
import java.util.List;

/// Encodings that may be Ed25519 public keys at all: the y coordinate is below the field prime, and the point is none
/// of the eight of small order, under which one signature can pass for many messages. That the point is on the curve is
/// left to the engine.
final class PublicKeyRules {
    static final int SIZE = 32;

    private static final int SIGN_MASK = 0x7f;

    /// The y coordinates of the points of small order: orders 4, 1, 2, 8, 8. Non-canonical twins are refused
    /// anyway.
    private static final List<byte[]> SMALL_ORDER = List.of(
            hex("0000000000000000000000000000000000000000000000000000000000000000"),
            hex("0100000000000000000000000000000000000000000000000000000000000000"),
            hex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
            hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
            hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"));

    private PublicKeyRules() {}

    static boolean accepts(byte[] key) {
        return key.length == SIZE && isCanonical(key) && !isSmallOrder(key);
    }

    /// y < p = 2^255 − 19, little-endian, without the sign bit.
    private static boolean isCanonical(byte[] key) {
        if ((key[SIZE - 1] & SIGN_MASK) != SIGN_MASK) {
            return true;
        }
        for (int i = SIZE - 2; i > 0; i--) {
            if (key[i] != (byte) 0xff) {
                return true;
            }
        }
        return (key[0] & 0xff) < 0xed;
    }

    private static boolean isSmallOrder(byte[] key) {
        for (byte[] y : SMALL_ORDER) {
            int difference = (key[SIZE - 1] & SIGN_MASK) ^ y[SIZE - 1];
            for (int i = 0; i < SIZE - 1; i++) {
                difference |= key[i] ^ y[i];
            }
            if (difference == 0) {
                return true;
            }
        }
        return false;
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
