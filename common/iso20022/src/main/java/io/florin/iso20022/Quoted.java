package io.florin.iso20022;

/// A value of a message inside a sentence: in quotes, at most 40 characters, controls replaced.
final class Quoted {
    private static final int LENGTH_MAX = 40;

    private Quoted() {}

    static String of(String value) {
        int[] points = value.codePoints().limit(LENGTH_MAX + 1L).toArray();
        StringBuilder quoted = new StringBuilder("'");
        for (int i = 0; i < Math.min(points.length, LENGTH_MAX); i++) {
            quoted.appendCodePoint(Character.isISOControl(points[i]) ? ' ' : points[i]);
        }
        return quoted.append(points.length > LENGTH_MAX ? "…'" : "'").toString();
    }
}
