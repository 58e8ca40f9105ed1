package io.florin.runtime.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

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

    /// The page with what is stored under its rows' keys, in their order; what is gone meanwhile is left out.
    ///
    /// @param read what is stored under these keys, in any order
    /// @param keyOf the key of something that was read
    public <K, V> ListPage<V> load(
            Function<? super T, K> key,
            Function<? super List<K>, ? extends List<V>> read,
            Function<? super V, K> keyOf) {
        List<K> keys = rows.stream().map(key).toList();
        Map<K, V> found = read.apply(keys).stream().collect(Collectors.toMap(keyOf, Function.identity()));
        return map(_ -> keys.stream()
                .flatMap(one -> Optional.ofNullable(found.get(one)).stream())
                .toList());
    }

    /// Whether there is more of the list than this page.
    public boolean isPart() {
        return !before.isEmpty() || !after.isEmpty();
    }
}
