package io.florin.iso20022;

/// The messages Florin reads or writes.
public enum MessageType {
    /// A customer's payment file.
    PAIN_001("pain.001"),
    /// The bank's answer to it.
    PAIN_002("pain.002"),
    /// A bank's payment file.
    PACS_008("pacs.008"),
    /// The answer to it.
    PACS_002("pacs.002"),
    /// An account statement.
    CAMT_053("camt.053"),
    /// A notification of credits.
    CAMT_054("camt.054");

    private final String code;

    MessageType(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
