package io.florin.iso20022;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// No end-to-end identification and no UETR twice in a file: the first line keeps it, every later one is refused.
/// `NOTPROVIDED` stands for none.
final class DuplicateRules {
    private static final String NOT_PROVIDED = "NOTPROVIDED";

    private final Findings findings;

    DuplicateRules(Findings findings) {
        this.findings = findings;
    }

    void check(List<XmlNode> lines) {
        check(lines, "EndToEndId", Rule.DUPLICATE_END_TO_END_ID);
        check(lines, "UETR", Rule.DUPLICATE_UETR);
    }

    private void check(List<XmlNode> lines, String identification, Rule rule) {
        Map<String, Integer> firstLine = new HashMap<>();
        int number = 0;
        for (XmlNode line : lines) {
            number++;
            XmlNode node = line.at("PmtId", identification).orElse(null);
            if (node == null || node.text().equals(NOT_PROVIDED)) {
                continue;
            }
            Integer first = firstLine.putIfAbsent(node.text(), number);
            if (first != null) {
                findings.add(node, rule, Quoted.of(node.text()) + " is that of payment line " + first);
            }
        }
    }
}
