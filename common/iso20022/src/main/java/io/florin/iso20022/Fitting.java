package io.florin.iso20022;

import java.util.ArrayList;
import java.util.List;

/// Texts made to fit an element: words are cleaned of what XML cannot carry and cut; references are never cut, since
/// a shortened reference is another reference.
final class Fitting {
    private static final int REFERENCE_MAX = 35;

    private Fitting() {}

    static void requireReference(String what, String text) {
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > REFERENCE_MAX || !text.equals(clean(text))) {
            throw new IllegalArgumentException("the " + what + " has 1 to 35 printable characters");
        }
    }

    /// A received reference to be repeated, or the substitute when it is not one.
    static String reference(String received, String substitute) {
        String cleaned = clean(received);
        int length = cleaned.codePointCount(0, cleaned.length());
        return length < 1 || length > REFERENCE_MAX ? substitute : cleaned;
    }

    /// Words of at least one and at most `max` characters.
    static String words(String text, int max) {
        String cleaned = clean(text);
        if (cleaned.isEmpty()) {
            return "-";
        }
        int length = cleaned.codePointCount(0, cleaned.length());
        return length <= max ? cleaned : cleaned.substring(0, cleaned.offsetByCodePoints(0, max));
    }

    /// Words cut into at most `count` pieces of at most `max` characters.
    static List<String> pieces(String text, int max, int count) {
        List<String> pieces = new ArrayList<>();
        String rest = clean(text);
        while (!rest.isEmpty() && pieces.size() < count) {
            String piece = words(rest, max);
            pieces.add(piece);
            rest = rest.substring(piece.length());
        }
        return pieces;
    }

    /// Whether XML can carry the text as it is; blanks of every kind included.
    static boolean carriedByXml(String text) {
        return text.codePoints().allMatch(point -> point == '\t' || point == '\n' || point == '\r' || carried(point));
    }

    private static String clean(String text) {
        StringBuilder cleaned = new StringBuilder(text.length());
        text.codePoints().forEach(point -> cleaned.appendCodePoint(point != 0x7F && carried(point) ? point : ' '));
        return cleaned.toString();
    }

    private static boolean carried(int point) {
        return point >= 0x20 && point <= 0xD7FF || point >= 0xE000 && point <= 0xFFFD || point >= 0x10000;
    }
}
