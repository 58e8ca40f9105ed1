package io.florin.runtime.api;

import io.florin.crypto.Bytes32;

/// An entry of a log that keeps no lists, with its place in the chain, for others to see.
///
/// @param previousHash of all entries before it
/// @param hash of this entry and all before it
public record ChainedEntry(
        long sequence,
        long atMillis,
        String actor,
        String action,
        String subject,
        String reason,
        Bytes32 previousHash,
        Bytes32 hash) {}
