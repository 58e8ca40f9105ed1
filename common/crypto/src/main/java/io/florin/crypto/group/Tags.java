package io.florin.crypto.group;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Domain separation tags, and constants as text.
final class Tags {
    private static final int SIZE_MAX = 255;

    private Tags() {}

    static byte[] bytes(String tag) {
        byte[] bytes = tag.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length == 0 || bytes.length > SIZE_MAX) {
            throw new IllegalArgumentException("a domain separation tag has 1 to 255 bytes, not " + bytes.length);
        }
        return bytes;
    }

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
