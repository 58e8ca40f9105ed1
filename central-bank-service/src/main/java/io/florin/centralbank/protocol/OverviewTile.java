package io.florin.centralbank.protocol;

import java.util.function.Supplier;

/// A number on the console's first page and where it leads. Each feature gives its own.
public record OverviewTile(String title, String href, Supplier<Long> count) {}
