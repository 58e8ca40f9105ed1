package io.florin.sandbox.check;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/// Text as it was before it became part of a URL or of a JSON string: `%2B`, `\/` and `\u002b` are one character each.
final class EscapedText {
    private static final int PERCENT_DIGITS = 2;
    private static final int UNICODE_DIGITS = 4;

    private EscapedText() {}

    /// Each stretch of printable ASCII that has such an escape, without it; characters beyond ASCII in UTF-8.
    static void in(String text, List<byte[]> found) {
        int after = 0;
        for (int at = 0; at < text.length(); at++) {
            if (length(text, at) > 0) {
                int from = at;
                while (from > after && isPrintable(text.charAt(from - 1))) {
                    from--;
                }
                while (at < text.length() && isPrintable(text.charAt(at))) {
                    at++;
                }
                after = at;
                if (after - from >= EncodedBytes.SHORTEST) {
                    found.add(plain(text, from, after));
                }
            }
        }
    }

    private static byte[] plain(String text, int from, int to) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(to - from);
        int at = from;
        while (at < to) {
            int length = length(text, at);
            switch (length) {
                case 1 + PERCENT_DIGITS -> plain.write(HexFormat.fromHexDigits(text, at + 1, at + length));
                case 2 + UNICODE_DIGITS ->
                    plain.writeBytes(Character.toString(HexFormat.fromHexDigits(text, at + 2, at + length))
                            .getBytes(StandardCharsets.UTF_8));
                case 2 -> plain.write('/');
                default -> plain.write(text.charAt(at));
            }
            at += Math.max(1, length);
        }
        return plain.toByteArray();
    }

    /// Of the escape that begins there; 0 if none does.
    private static int length(String text, int at) {
        char c = text.charAt(at);
        if (c == '%' && areHex(text, at + 1, PERCENT_DIGITS)) {
            return 1 + PERCENT_DIGITS;
        }
        if (c != '\\' || at + 1 == text.length()) {
            return 0;
        }
        return switch (text.charAt(at + 1)) {
            case '/' -> 2;
            case 'u' -> areHex(text, at + 2, UNICODE_DIGITS) ? 2 + UNICODE_DIGITS : 0;
            default -> 0;
        };
    }

    private static boolean areHex(String text, int at, int count) {
        for (int i = at; i < at + count; i++) {
            if (i >= text.length() || !HexFormat.isHexDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPrintable(char c) {
        return c >= ' ' && c <= '~' || c == '\t';
    }
}
