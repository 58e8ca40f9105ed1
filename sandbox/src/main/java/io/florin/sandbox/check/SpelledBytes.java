package io.florin.sandbox.check;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;

/// Bytes that a text has one by one: as pairs of hexadecimal digits with the same characters between all of them
/// (`5f:2b`, `5F 2B`, `%5f%2b`, `0x5f, 0x2b`), or as numbers with commas (`[95, 43, -100]`).
final class SpelledBytes {
    private static final int SHORTEST = EncodedBytes.SHORTEST / 2;
    private static final int SEPARATOR_MAX = 4;

    private SpelledBytes() {}

    static void in(String text, List<byte[]> found) {
        for (int at = 0; at < text.length(); at++) {
            at = Math.max(at, pairs(text, at, found) - 1);
        }
        for (int at = 0; at < text.length(); at++) {
            at = Math.max(at, numbers(text, at, found) - 1);
        }
    }

    /// @return where the pairs end that begin there; 0 without any
    private static int pairs(String text, int from, List<byte[]> found) {
        if (!isPair(text, from) || isHex(text, from - 1) || isHex(text, from + 2)) {
            return 0;
        }
        for (int separator = 1; separator <= SEPARATOR_MAX; separator++) {
            int step = 2 + separator;
            int count = 1;
            while (isPair(text, from + count * step)
                    && text.regionMatches(from + 2, text, from + count * step - separator, separator)) {
                count++;
            }
            if (count >= SHORTEST) {
                byte[] bytes = new byte[count];
                for (int i = 0; i < count; i++) {
                    bytes[i] = (byte) HexFormat.fromHexDigits(text, from + i * step, from + i * step + 2);
                }
                found.add(bytes);
                return from + count * step - separator;
            }
        }
        return 0;
    }

    private static boolean isPair(String text, int at) {
        return isHex(text, at) && isHex(text, at + 1);
    }

    private static boolean isHex(String text, int at) {
        return at >= 0 && at < text.length() && HexFormat.isHexDigit(text.charAt(at));
    }

    /// @return where the numbers end that begin there; 0 without any
    private static int numbers(String text, int from, List<byte[]> found) {
        if (!begins(text, from)) {
            return 0;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int end = 0;
        for (int next = from; begins(text, next); next = afterComma(text, end)) {
            int number = number(text, next);
            if (number < Byte.MIN_VALUE || number > 0xFF) {
                break;
            }
            bytes.write(number);
            end = next + length(text, next);
        }
        if (bytes.size() >= SHORTEST) {
            found.add(bytes.toByteArray());
        }
        return end;
    }

    /// A number, not the middle of one or of a word.
    private static boolean begins(String text, int at) {
        return (at == 0 || !isWord(text.charAt(at - 1))) && length(text, at) > 0;
    }

    /// Of the number that stands there, with its sign.
    private static int length(String text, int at) {
        int end = at;
        if (end < text.length() && text.charAt(end) == '-') {
            end++;
        }
        int digits = end;
        while (end < text.length() && isDecimal(text.charAt(end))) {
            end++;
        }
        return end > digits ? end - at : 0;
    }

    private static int number(String text, int at) {
        int length = length(text, at);
        return length > SEPARATOR_MAX ? Integer.MAX_VALUE : Integer.parseInt(text, at, at + length, 10);
    }

    private static boolean isWord(char c) {
        return isDecimal(c) || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }

    private static boolean isDecimal(char c) {
        return c >= '0' && c <= '9';
    }

    /// Place at which the next number may stand; none, that is at the end of the text, if no comma follows.
    private static int afterComma(String text, int at) {
        if (at >= text.length() || text.charAt(at) != ',') {
            return text.length();
        }
        int next = at + 1;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next;
    }
}
