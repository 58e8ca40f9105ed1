package io.florin.bank.protocol;

/// Texts that can be kept, put into notes and written into ISO 20022 messages as they are.
public final class PlainText {

    /// No control characters, no halves of characters, nothing that XML cannot carry.
    public static final String PATTERN = "[^\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF]*";

    private PlainText() {}
}
