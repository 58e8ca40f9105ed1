package io.florin.bank.iso20022;

import java.util.Optional;

/// Check digits: every IBAN and every LEI of a message, wherever it stands, when it has the form of one.
final class IdentifierRules {
    private final Findings findings;

    IdentifierRules(Findings findings) {
        this.findings = findings;
    }

    void check(XmlNode node) {
        switch (node.name()) {
            case "IBAN" -> report(node, Rule.IBAN_INVALID, Iban.flawOf(node.text()));
            case "LEI" -> report(node, Rule.LEI_INVALID, Lei.flawOf(node.text()));
            case "Envlp" -> {
                return; // extensions are not ours to read
            }
            default -> node.children().forEach(this::check);
        }
    }

    private void report(XmlNode node, Rule rule, Optional<String> flaw) {
        flaw.ifPresent(message -> findings.add(node, rule, Quoted.of(node.text()) + ": " + message));
    }
}
