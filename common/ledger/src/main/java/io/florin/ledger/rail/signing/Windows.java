package io.florin.ledger.rail.signing;

import java.util.List;

/// Bounds of what is signed or verified together.
final class Windows {
    private Windows() {}

    static void requireBounded(List<byte[]> statements) {
        if (statements.size() > AuthoritySigner.WINDOW_MAX) {
            throw new IllegalArgumentException("a window of " + statements.size() + " statements");
        }
    }

    static void requireAsMany(List<byte[]> statements, List<?> signatures) {
        if (statements.size() != signatures.size()) {
            throw new IllegalArgumentException(statements.size() + " statements, " + signatures.size() + " signatures");
        }
    }
}
