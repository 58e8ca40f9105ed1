package io.florin.sandbox.view;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One payment and what each party keeps of it.
///
/// @param model in words
/// @param facts what there is to see
/// @param linkable whether the ledger shows which tokens were spent
public record WhoSeesWhat(String model, List<Fact> facts, List<Place> places, boolean linkable) {

    /// Names of the facts that a place's stores show, by place.
    public Map<String, List<String>> table() {
        Map<String, List<String>> table = new TreeMap<>();
        for (Place place : places) {
            table.put(
                    place.name(),
                    facts.stream().filter(place::shows).map(Fact::name).toList());
        }
        return table;
    }

    /// As one HTML page, which refers to nothing outside.
    public String page() {
        StringBuilder html = new StringBuilder(8192);
        html.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Who sees what</title>\n")
                .append("<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem}")
                .append("table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem"
                        + " .6rem;text-align:left}")
                .append("pre{background:#f4f4f2;padding:.6rem;overflow-x:auto}.yes{background:#fbe3d6}</style>\n")
                .append("<h1>Who sees what: ")
                .append(escaped(model))
                .append("</h1>\n<p>One payment of this run, looked for in what every party has stored.</p>\n<ul>\n");
        facts.forEach(fact -> html.append("<li>")
                .append(escaped(fact.name()))
                .append(": ")
                .append(escaped(fact.value()))
                .append("</li>\n"));
        html.append("<li>which tokens were spent: ")
                .append(linkable ? "the ledger names them" : "the ledger shows serial numbers only")
                .append("</li>\n</ul>\n<table>\n<tr><th>stored at</th>");
        facts.forEach(fact -> html.append("<th>").append(escaped(fact.name())).append("</th>"));
        html.append("</tr>\n");
        for (Place place : places) {
            html.append("<tr><th>").append(escaped(place.name())).append("</th>");
            facts.forEach(fact -> html.append(place.shows(fact) ? "<td class=\"yes\">yes</td>" : "<td>no</td>"));
            html.append("</tr>\n");
        }
        html.append("</table>\n");
        places.forEach(place -> details(place, html));
        return html.append("</html>\n").toString();
    }

    private static void details(Place place, StringBuilder html) {
        html.append("<h2>").append(escaped(place.name())).append("</h2>\n");
        if (place.things().isEmpty()) {
            html.append("<p>Nothing of this payment.</p>\n");
        }
        for (Place.Thing thing : place.things()) {
            html.append("<p>").append(escaped(thing.where())).append("</p>\n<pre>");
            thing.shown().forEach(line -> html.append(escaped(line)).append('\n'));
            html.append("</pre>\n");
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
