package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;

/// A payee's encrypted opening of an output, at its place in this endorser's order of notes.
public record StoredNote(long position, TransactionId transaction, int output, Bytes note) {}
