package io.florin.runtime.console;

import java.util.function.Supplier;

/// A figure on a console's first page and the page behind it. Each feature gives its own.
///
/// @param value as shown now: a count, or an amount with its currency
public record OverviewTile(String title, String href, Supplier<String> value) {

    /// A tile of a count.
    public static OverviewTile ofCount(String title, String href, Supplier<Long> count) {
        return new OverviewTile(title, href, () -> Long.toString(count.get()));
    }
}
