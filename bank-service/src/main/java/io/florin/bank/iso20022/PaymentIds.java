package io.florin.bank.iso20022;

import java.util.Optional;

/// The references a payment carries. A line that was taken always has an end-to-end identification.
public record PaymentIds(
        Optional<String> instructionId,
        Optional<String> endToEndId,
        Optional<String> transactionId,
        Optional<Uetr> uetr) {
    static PaymentIds of(XmlNode line) {
        return new PaymentIds(
                reference(line, "InstrId"),
                reference(line, "EndToEndId"),
                reference(line, "TxId"),
                line.textAt("PmtId", "UETR").flatMap(Uetr::parse));
    }

    /// Only what a status report can repeat: a reference that is itself malformed is left out.
    private static Optional<String> reference(XmlNode line, String name) {
        return line.at("PmtId", name)
                .map(XmlNode::text)
                .filter(text -> !text.isEmpty() && text.codePointCount(0, text.length()) <= 35);
    }
}
