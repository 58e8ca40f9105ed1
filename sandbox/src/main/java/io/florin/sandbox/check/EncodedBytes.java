package io.florin.sandbox.check;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/// Bytes that stand in a text as hexadecimal digits or Base64, of either alphabet: what a program prints, and what
/// PostgreSQL shows of a `bytea`.
final class EncodedBytes {
    private static final int SHORTEST = 12;
    private static final Pattern RUN = Pattern.compile("[0-9A-Za-z+/_-]{" + SHORTEST + ",}");
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]+");
    private static final int BASE64_GROUP = 4;
    private static final Base64.Decoder DECODER = Base64.getDecoder();

    private EncodedBytes() {}

    /// What each run of digits decodes to, from each place where its encoding may begin.
    static List<byte[]> in(String text) {
        List<byte[]> found = new ArrayList<>();
        RUN.matcher(text).results().forEach(result -> {
            String run = result.group();
            int from = run.startsWith("x") ? 1 : 0; // of \x
            if (HEX.matcher(run).region(from, run.length()).matches()) {
                hex(run.substring(from), found);
            } else {
                base64(run.replace('-', '+').replace('_', '/'), found);
            }
        });
        return found;
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
