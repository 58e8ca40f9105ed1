package io.florin.sandbox.check;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// Bytes that stand in a text in another form: what a program prints, and what PostgreSQL shows of a `bytea`. Found are
/// hexadecimal digits, whatever stands before and behind them, Base64 of either alphabet, bytes
/// [written one by one][SpelledBytes], and what was [escaped][EscapedText] for a URL or a JSON string.
final class EncodedBytes {
    /// Digits of the shortest run that is looked at: of so few bytes nothing is known.
    static final int SHORTEST = 12;

    private static final int BASE64_GROUP = 4;
    private static final Base64.Decoder DECODER = Base64.getDecoder();

    private EncodedBytes() {}

    /// Bytes that each run of digits decodes to, from each place where its encoding may begin.
    static List<byte[]> in(String text) {
        List<byte[]> found = new ArrayList<>();
        int from = 0;
        for (int to = 0; to <= text.length(); to++) {
            if (to == text.length() || !isDigit(text.charAt(to))) {
                if (to - from >= SHORTEST) {
                    run(text, from, to, found);
                }
                from = to + 1;
            }
        }
        SpelledBytes.in(text, found);
        EscapedText.in(text, found);
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

    /// A run may be a word or a path with digits of another encoding in it: `wallet-5f2b…`, `/v1/x/5f2b…`, `eid_5f2b…`.
    private static void run(String text, int from, int to, List<byte[]> found) {
        int inHex = 0;
        int begin = from;
        for (int end = from; end <= to; end++) {
            if (end == to || !HexFormat.isHexDigit(text.charAt(end))) {
                if (end - begin >= SHORTEST) {
                    hex(text, begin, end, found);
                    inHex = end - begin;
                }
                begin = end + 1;
            }
        }
        // a run of hexadecimal digits alone, perhaps with the x of \x, is no Base64
        if (inHex < to - from - (text.charAt(from) == 'x' ? 1 : 0)) {
            base64(text.substring(from, to).replace('-', '+').replace('_', '/'), found);
        }
    }

    private static void hex(String text, int from, int to, List<byte[]> found) {
        for (int first = from; first < from + 2; first++) {
            found.add(HexFormat.of().parseHex(text, first, first + (to - first) / 2 * 2));
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
