package io.florin.iso20022;

import java.util.Optional;
import java.util.stream.Stream;

/// A business application header agrees with its document: the message it names is the message enclosed, and sender
/// and receiver are the instructing and instructed agent where the document names these.
final class HeaderRules {
    private final Findings findings;

    HeaderRules(Findings findings) {
        this.findings = findings;
    }

    void check(XmlNode header, MessageDefinition definition, XmlNode body) {
        header.at("MsgDefIdr")
                .filter(named -> !named.text().equals(definition.id()))
                .ifPresent(named -> findings.addToFile(
                        named,
                        Rule.HEADER_MESSAGE_TYPE,
                        "the header names " + Quoted.of(named.text()) + ", the document is " + definition.id()));
        compare(header, "Fr", body, "InstgAgt");
        compare(header, "To", body, "InstdAgt");
    }

    private void compare(XmlNode header, String side, XmlNode body, String agent) {
        Optional<XmlNode> stated = header.at(side, "FIId", "FinInstnId", "BICFI")
                .or(() -> header.at(side, "OrgId", "Id", "OrgId", "AnyBIC"));
        Optional<Bic> expected = stated.flatMap(node -> Bic.parse(node.text()));
        if (expected.isEmpty()) {
            return;
        }
        // the group header, and every line or status of the message
        Stream<XmlNode> carriers = body.children().stream();
        carriers.flatMap(carrier -> carrier.at(agent, "FinInstnId").stream())
                .flatMap(institution -> Stream.of("BICFI", "BIC").flatMap(name -> institution.at(name).stream()))
                .filter(node -> Bic.parse(node.text())
                        .map(bic -> !bic.sameInstitutionAs(expected.get()))
                        .orElse(false))
                .findFirst()
                .ifPresent(node -> findings.addToFile(
                        node,
                        Rule.HEADER_BIC,
                        Quoted.of(node.text()) + " is not the header's "
                                + Quoted.of(expected.get().value())));
    }
}
