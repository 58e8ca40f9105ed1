package io.florin.bank.protocol;

/// Texts that can be kept, put into notes and written into ISO 20022 messages as they are.
public final class PlainText {

    /// No control characters, no halves of characters, nothing that XML cannot carry.
    public static final String PATTERN = "[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF\\uFFFE\\uFFFF]*";

    private PlainText() {}
}
