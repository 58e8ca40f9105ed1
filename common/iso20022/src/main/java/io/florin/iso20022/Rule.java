package io.florin.iso20022;

/// Rules that a message can break. The name is stable: callers and people's documentation refer to it. A rule of form
/// says that the message is malformed; a business rule says that a well-formed message asks for something Florin does
/// not do.
public enum Rule {
    FILE_TOO_LARGE(StatusReason.FF01),
    XML_NOT_WELL_FORMED(StatusReason.FF01),
    DOCUMENT_TYPE_DECLARED(StatusReason.FF01),
    TOO_DEEP(StatusReason.FF01),
    TOO_MANY_ELEMENTS(StatusReason.FF01),
    TOO_MANY_LINES(StatusReason.FF01),
    DOCUMENT_MISSING(StatusReason.FF01),
    DOCUMENT_REPEATED(StatusReason.FF01),
    MESSAGE_NOT_SUPPORTED(StatusReason.FF01),
    ELEMENT_UNEXPECTED(StatusReason.FF01),
    ELEMENT_OUT_OF_ORDER(StatusReason.FF01),
    ELEMENT_MISSING(StatusReason.FF01),
    ELEMENT_REPEATED(StatusReason.FF01),
    CHOICE_BROKEN(StatusReason.FF01),
    ATTRIBUTE_UNEXPECTED(StatusReason.FF01),
    ATTRIBUTE_MISSING(StatusReason.FF01),
    TEXT_UNEXPECTED(StatusReason.FF01),
    VALUE_LENGTH(StatusReason.FF01),
    VALUE_PATTERN(StatusReason.FF01),
    VALUE_CODE(StatusReason.FF01),
    VALUE_NUMBER(StatusReason.FF01),
    VALUE_DATE(StatusReason.FF01),
    HEADER_MESSAGE_TYPE(StatusReason.FF01),
    HEADER_BIC(StatusReason.RC01),
    NUMBER_OF_TRANSACTIONS(StatusReason.AM18),
    CONTROL_SUM(StatusReason.AM10),
    IBAN_INVALID(StatusReason.AC01),
    LEI_INVALID(StatusReason.BE15),
    BIC_COUNTRY(StatusReason.RC05),
    DUPLICATE_END_TO_END_ID(StatusReason.DU04),
    DUPLICATE_UETR(StatusReason.AM05),
    AMOUNT_DECIMALS(StatusReason.AM12),
    AMOUNT_TOO_LARGE(StatusReason.AM12),
    AMOUNT_ZERO(StatusReason.AM01),
    STATEMENT_BALANCE(StatusReason.AM09),
    CURRENCY_NOT_SUPPORTED(StatusReason.AM03),
    EQUIVALENT_AMOUNT_NOT_SUPPORTED(StatusReason.AM03),
    PAYMENT_METHOD_NOT_SUPPORTED(StatusReason.FF03),
    CREDITOR_NAME_MISSING(StatusReason.BE22),
    CREDITOR_ACCOUNT_MISSING(StatusReason.AC03);

    private final StatusReason reason;

    Rule(StatusReason reason) {
        this.reason = reason;
    }

    /// The external reason code a status report gives for this rule.
    public StatusReason reason() {
        return reason;
    }

    /// Whether the message is well formed and asks for something Florin does not do.
    public boolean business() {
        return switch (this) {
            case CURRENCY_NOT_SUPPORTED,
                    EQUIVALENT_AMOUNT_NOT_SUPPORTED,
                    PAYMENT_METHOD_NOT_SUPPORTED,
                    CREDITOR_NAME_MISSING,
                    CREDITOR_ACCOUNT_MISSING -> true;
            default -> false;
        };
    }
}
