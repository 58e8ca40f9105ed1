package io.florin.iso20022;

import java.util.Optional;
import java.util.stream.Stream;

/// The references a payment carries. A line that was taken always has an end-to-end identification.
public record PaymentIds(
        Optional<String> instructionId,
        Optional<String> endToEndId,
        Optional<String> transactionId,
        Optional<Uetr> uetr) {
    public PaymentIds {
        Stream.of(instructionId, endToEndId, transactionId)
                .flatMap(Optional::stream)
                .forEach(PaymentIds::requireReference);
    }

    /// Of what a payer wrote beside a payment: texts that are no references are left out.
    public static PaymentIds written(String endToEndId, String uetr) {
        return new PaymentIds(
                Optional.empty(), Optional.of(endToEndId).filter(PaymentIds::fits), Optional.empty(), Uetr.parse(uetr));
    }

    static PaymentIds of(XmlNode line) {
        return new PaymentIds(
                reference(line, "InstrId"),
                reference(line, "EndToEndId"),
                reference(line, "TxId"),
                line.textAt("PmtId", "UETR").flatMap(Uetr::parse));
    }

    /// Only what a status report can repeat: a reference that is itself malformed is left out.
    private static Optional<String> reference(XmlNode line, String name) {
        return line.at("PmtId", name).map(XmlNode::text).filter(PaymentIds::fits);
    }

    private static void requireReference(String text) {
        if (!fits(text)) {
            throw new IllegalArgumentException("a reference has 1 to 35 characters that XML can carry");
        }
    }

    private static boolean fits(String text) {
        return !text.isEmpty() && text.codePointCount(0, text.length()) <= 35 && Fitting.carriedByXml(text);
    }
}
