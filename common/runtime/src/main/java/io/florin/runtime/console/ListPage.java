package io.florin.runtime.console;

import java.util.List;
import java.util.function.Function;

/// Part of a longer list.
///
/// @param before cursor of the page before this one, empty on the first
/// @param after cursor of the page behind this one, empty on the last
public record ListPage<T>(List<T> rows, String before, String after) {

    public ListPage {
        rows = List.copyOf(rows);
    }

    /// The same page with its rows shown in another form.
    public <R> ListPage<R> map(Function<? super List<T>, List<R>> shown) {
        return new ListPage<>(shown.apply(rows), before, after);
    }

    /// Whether there is more of the list than this page.
    public boolean isPart() {
        return !before.isEmpty() || !after.isEmpty();
    }
}
