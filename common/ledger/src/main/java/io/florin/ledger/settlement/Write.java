package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.token.Token;

/// One effect of a settlement transaction. Every write is of a key read by the same transaction, or of an own output,
/// so the version it writes is a function of the transaction alone (protocol decision 19).
public sealed interface Write {

    /// Deletes the token under the key of read number `read`, which then counts as absent.
    record Spend(int read) implements Write {}

    /// Puts a value under the key of read number `read`; its version rises by one. Value of at most 32 KiB.
    record Put(int read, Bytes value) implements Write {}

    /// Creates output number `index` of the transaction, with version 1.
    record Output(int index, Token token) implements Write {}
}
