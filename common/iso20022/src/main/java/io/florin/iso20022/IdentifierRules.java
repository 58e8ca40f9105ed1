package io.florin.iso20022;

import java.util.Optional;

/// Check digits of every IBAN and every LEI of a message, wherever they stand, when they have the form of one. In
/// payments also the country of every BIC; a statement repeats what others wrote.
final class IdentifierRules {
    private final Findings findings;

    private final boolean payments;

    IdentifierRules(Findings findings, boolean payments) {
        this.findings = findings;
        this.payments = payments;
    }

    void check(XmlNode node) {
        switch (node.name()) {
            case "IBAN" -> report(node, Rule.IBAN_INVALID, Iban.flawOf(node.text()));
            case "LEI" -> report(node, Rule.LEI_INVALID, Lei.flawOf(node.text()));
            case "BICFI", "BIC", "AnyBIC", "BICOrBEI", "BEI" ->
                report(
                        node,
                        Rule.BIC_COUNTRY,
                        Bic.parse(node.text())
                                .filter(_ -> payments)
                                .filter(bic -> !Countries.known(bic.country()))
                                .map(bic -> Quoted.of(bic.country()) + " is no country"));
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
