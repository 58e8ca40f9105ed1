package io.florin.auditor.supply;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// The supply over blocks as the page's script draws it. Whole minor units only.
///
/// @param points JSON: `blocks`, `issued`, `redeemed`, `outstanding`, a list of numbers each, and the currency's
/// `digits`
public record SupplyChart(String points, long firstBlock, long lastBlock) {

    /// @param figures oldest first
    /// @param digits of the currency's minor unit
    public static SupplyChart of(List<Figures> figures, int digits) {
        if (figures.isEmpty()) {
            return new SupplyChart("", 0, 0);
        }
        String points = "{\"digits\":" + digits
                + list("blocks", figures, Figures::block)
                + list("issued", figures, Figures::issued)
                + list("redeemed", figures, Figures::redeemed)
                + list("outstanding", figures, Figures::outstanding)
                + "}";
        return new SupplyChart(
                points, figures.getFirst().block(), figures.getLast().block());
    }

    private static String list(String name, List<Figures> figures, ToLongFunction<Figures> value) {
        return figures.stream()
                .map(at -> Long.toString(value.applyAsLong(at)))
                .collect(Collectors.joining(",", ",\"" + name + "\":[", "]"));
    }
}
