package io.florin.sandbox.check;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// Bytes that stand in a text as hexadecimal digits or Base64, of either alphabet: what a program prints, and what
/// PostgreSQL shows of a `bytea`.
final class EncodedBytes {
    private static final int SHORTEST = 12;
    private static final int BASE64_GROUP = 4;
    private static final Base64.Decoder DECODER = Base64.getDecoder();

    private EncodedBytes() {}

    /// What each run of digits decodes to, from each place where its encoding may begin.
    static List<byte[]> in(String text) {
        List<byte[]> found = new ArrayList<>();
        int from = 0;
        for (int to = 0; to <= text.length(); to++) {
            if (to == text.length() || !isDigit(text.charAt(to))) {
                if (to - from >= SHORTEST) {
                    run(text.substring(from, to), found);
                }
                from = to + 1;
            }
        }
        return found;
    }

    /// A regular expression would take most of the time that a whole search takes.
    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9'
                || c >= 'A' && c <= 'Z'
                || c >= 'a' && c <= 'z'
                || c == '+'
                || c == '/'
                || c == '_'
                || c == '-';
    }

    private static void run(String run, List<byte[]> found) {
        int from = run.startsWith("x") ? 1 : 0; // of \x
        if (run.chars().skip(from).allMatch(HexFormat::isHexDigit)) {
            hex(run.substring(from), found);
        } else {
            base64(run.replace('-', '+').replace('_', '/'), found);
        }
    }

    private static void hex(String digits, List<byte[]> found) {
        for (int from = 0; from < 2; from++) {
            int length = (digits.length() - from) / 2 * 2;
            found.add(HexFormat.of().parseHex(digits, from, from + length));
        }
    }

    private static void base64(String digits, List<byte[]> found) {
        for (int from = 0; from < BASE64_GROUP; from++) {
            int length = digits.length() - from;
            // a last group may want its padding, but not all but one digit
            length -= length % BASE64_GROUP == 1 ? 1 : 0;
            found.add(DECODER.decode(digits.substring(from, from + length)));
        }
    }
}
