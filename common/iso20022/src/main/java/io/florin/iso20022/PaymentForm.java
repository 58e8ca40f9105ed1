package io.florin.iso20022;

import java.util.List;
import java.util.Optional;

/// Paths at which the two payment messages keep the same things: pain.001 has batches with one debtor each, pacs.008
/// has lines that name their debtors themselves.
enum PaymentForm {
    CUSTOMER,
    INTERBANK;

    /// The element that is one payment, in both.
    static final String LINE = "CdtTrfTxInf";

    static final String BATCH = "PmtInf";

    static Optional<PaymentForm> of(MessageType type) {
        return switch (type) {
            case PAIN_001 -> Optional.of(CUSTOMER);
            case PACS_008 -> Optional.of(INTERBANK);
            case PAIN_002, PACS_002, CAMT_053, CAMT_054 -> Optional.empty();
        };
    }

    /// The elements that hold lines: the batches, or the message itself.
    List<XmlNode> batches(XmlNode body) {
        return this == CUSTOMER ? body.all(BATCH) : List.of(body);
    }

    /// The batches that can be refused without the rest of the message; none where the message is the only one.
    List<XmlNode> parts(XmlNode body) {
        return this == CUSTOMER ? body.all(BATCH) : List.of();
    }

    List<XmlNode> lines(XmlNode body) {
        return batches(body).stream().flatMap(batch -> batch.all(LINE).stream()).toList();
    }

    /// The amount of a line: what is to be paid, or the equivalent of it in another currency.
    Optional<XmlNode> amount(XmlNode line) {
        return this == CUSTOMER
                ? line.at("Amt", "InstdAmt").or(() -> line.at("Amt", "EqvtAmt", "Amt"))
                : line.at("IntrBkSttlmAmt");
    }
}
