package io.florin.auditor.auditlog;

import io.florin.crypto.Bytes32;

/// An entry of the log as it is stored.
public record LogRow(
        long sequence,
        long atMillis,
        String actor,
        String action,
        String subject,
        String detail,
        Bytes32 previousHash,
        Bytes32 hash) {}
