package io.florin.runtime.console;

import java.util.List;

/// Name of a console and its pages, in the order of the menu. One bean of each service that has pages.
///
/// @param place what stands beside the product's name: `auditor`, or a bank's name
/// @param scripts files below `/console/assets/` that every page loads
public record ConsoleMenu(String place, List<Entry> entries, List<String> scripts) {

    /// A page of the menu.
    ///
    /// @param path where it is, with a query if it needs one: `/console/enrollments?select=HITS`
    public record Entry(String path, String label) {}

    public ConsoleMenu {
        entries = List.copyOf(entries);
        scripts = List.copyOf(scripts);
    }

    public static ConsoleMenu of(String place, Entry... entries) {
        return new ConsoleMenu(place, List.of(entries), List.of());
    }

    /// The same with scripts.
    public ConsoleMenu loading(String... more) {
        return new ConsoleMenu(place, entries, List.of(more));
    }
}
