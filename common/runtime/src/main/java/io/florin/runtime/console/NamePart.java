package io.florin.runtime.console;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// A part of a name or an id that a person looks for in a list, in any letters; an empty one is part of all.
///
/// @param text as it was written, but for what PostgreSQL takes in no text, spaces around it, and whatever is longer
/// than a name
public record NamePart(String text) {
    private static final int LENGTH_MAX = 140;

    public NamePart {
        String clean = text.replace('\0', ' ').strip();
        text = clean.substring(0, Math.min(LENGTH_MAX, clean.length()));
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// The condition that one of these columns or expressions contains it, for [PagedList.Rows] with [#parameters()].
    public String in(String... columns) {
        return Arrays.stream(columns)
                .map(column -> "position(:part in lower(" + column + ")) > 0")
                .collect(Collectors.joining(" or ", "(", ")"));
    }

    public Map<String, Object> parameters() {
        return isEmpty() ? Map.of() : Map.of("part", text.toLowerCase(Locale.ROOT));
    }
}
