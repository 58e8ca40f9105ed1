package io.florin.sandbox.view;

import io.florin.ledger.privacy.PrivacyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// One page, which refers to nothing outside: for every party a row, for every network a column, and what the party has
/// stored of one payment of that network.
public final class SeenPage {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Who sees what</title>
        <style>
        body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:84rem;padding:0 1rem}
        .wide{overflow-x:auto}table{border-collapse:collapse}
        td,th{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top}
        pre{background:#f4f4f2;padding:.6rem;overflow-x:auto}
        .yes{background:#fbe3d6}.absent{color:#767676}ul{margin:0;padding-left:1.1rem}
        </style>
        <h1>Who sees what</h1>
        <p>One payment of each network to somebody who holds the keys of a wallet, looked for in what every party
        has stored. A cell names what stands there. What the auditor was told, and keeps nothing of, has a row of its
        own.</p>
        """;

    private final List<SeenPayment> payments;

    private SeenPage(List<SeenPayment> payments) {
        this.payments = payments;
    }

    /// @param payments of one network or more, in any order
    public static String of(List<SeenPayment> payments) {
        return new SeenPage(payments.stream()
                        .sorted(Comparator.comparing(SeenPayment::model))
                        .toList())
                .html();
    }

    /// The models that no payment is of.
    public static List<PrivacyModel> lacking(List<SeenPayment> payments) {
        return Arrays.stream(PrivacyModel.values())
                .filter(model -> payments.stream().noneMatch(payment -> payment.model() == model))
                .toList();
    }

    private String html() {
        StringBuilder html = new StringBuilder(32_768).append(HEAD);
        table(html);
        for (int column = 0; column < payments.size(); column++) {
            details(column, html);
        }
        return html.append("</html>\n").toString();
    }

    private void table(StringBuilder html) {
        html.append("<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">stored at</th>");
        for (int column = 0; column < payments.size(); column++) {
            html.append("<th scope=\"col\"><a href=\"#")
                    .append(id(column))
                    .append("\">")
                    .append(name(payments.get(column)))
                    .append("</a><br>")
                    .append(escaped(payments.get(column).audit()))
                    .append("</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (Viewer viewer : Viewer.values()) {
            if (payments.stream().allMatch(payment -> payment.seenBy(viewer).isEmpty())) {
                continue;
            }
            html.append("<tr><th scope=\"row\">")
                    .append(escaped(viewer.words()))
                    .append("</th>");
            for (int column = 0; column < payments.size(); column++) {
                cell(column, viewer, html);
            }
            html.append("</tr>\n");
        }
        html.append("</tbody></table></div>\n");
        hidden(html);
    }

    private void cell(int column, Viewer viewer, StringBuilder html) {
        String id = id(column) + "-" + viewer.id();
        payments.get(column)
                .seenBy(viewer)
                .ifPresentOrElse(
                        seen -> {
                            html.append("<td id=\"").append(id).append(seen.isEmpty() ? "\">" : "\" class=\"yes\">");
                            list(seen, html);
                            html.append("</td>");
                        },
                        () -> html.append("<td id=\"").append(id).append("\" class=\"absent\">not part of it</td>"));
    }

    private static void list(List<String> seen, StringBuilder html) {
        if (seen.isEmpty()) {
            html.append("nothing");
            return;
        }
        html.append("<ul>");
        seen.forEach(fact -> html.append("<li>").append(escaped(fact)).append("</li>"));
        html.append("</ul>");
    }

    /// Facts that nobody but banks, the wallet and a case shows.
    private void hidden(StringBuilder html) {
        html.append("<p>Looked for everywhere:</p>\n<ul>\n");
        Set<String> names = new LinkedHashSet<>();
        payments.forEach(payment -> payment.facts().forEach(fact -> names.add(fact.name())));
        names.forEach(name -> html.append("<li>").append(escaped(name)).append("</li>\n"));
        html.append("</ul>\n");
    }

    private void details(int column, StringBuilder html) {
        SeenPayment payment = payments.get(column);
        html.append("<h2 id=\"")
                .append(id(column))
                .append("\">")
                .append(name(payment))
                .append(", ")
                .append(escaped(payment.audit()))
                .append("</h2>\n<ul>\n");
        payment.facts()
                .forEach(fact -> html.append("<li>")
                        .append(escaped(fact.name()))
                        .append(": ")
                        .append(escaped(fact.value()))
                        .append("</li>\n"));
        html.append("</ul>\n");
        for (SeenPayment.At place : payment.places()) {
            html.append("<h3>").append(escaped(place.viewer().words())).append("</h3>\n");
            if (place.kept().isEmpty()) {
                html.append("<p>Nothing of this payment.</p>\n");
            }
            for (SeenPayment.Kept kept : place.kept()) {
                html.append("<p>").append(escaped(kept.where())).append("</p>\n<pre>");
                kept.lines().forEach(line -> html.append(escaped(line)).append('\n'));
                html.append("</pre>\n");
            }
        }
    }

    /// The model, with a number where a model comes more than once.
    private String id(int column) {
        List<SeenPayment> before = new ArrayList<>(payments.subList(0, column));
        before.removeIf(payment -> payment.model() != payments.get(column).model());
        String model = payments.get(column).model().name().toLowerCase(Locale.ROOT);
        return before.isEmpty() ? model : model + "-" + (before.size() + 1);
    }

    private static String name(SeenPayment payment) {
        return payment.model().name().toLowerCase(Locale.ROOT);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
