package io.florin.ledger.rail.signing;

import java.util.Arrays;
import java.util.Optional;

/// The ways a committee signs (ACCEPT, paper 003, sections 3.3 to 3.5). The numbers are wire format and never reused.
public enum SigningScheme {
    /// One Ed25519 signature for each statement.
    NAIVE_ED25519(1),
    /// One Ed25519 signature over the Merkle root of a window of statements.
    MERKLE_BATCH(2),
    /// A BLS share for each statement; 2F + 1 shares make one signature of 48 bytes.
    THRESHOLD_BLS(3);

    private final int number;

    SigningScheme(int number) {
        this.number = number;
    }

    /// For encodings; never reused.
    public int number() {
        return number;
    }

    /// The scheme of a number.
    public static Optional<SigningScheme> of(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
