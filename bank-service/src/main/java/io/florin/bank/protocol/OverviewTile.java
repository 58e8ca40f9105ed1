package io.florin.bank.protocol;

import java.util.function.Supplier;

/// A figure on the overview and the page behind it.
///
/// @param value as shown now
public record OverviewTile(String title, String href, Supplier<String> value) {}
