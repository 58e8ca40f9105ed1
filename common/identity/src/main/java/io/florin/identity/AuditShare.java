package io.florin.identity;

import io.florin.crypto.elgamal.AuditKeyShare;

/// A member's share of the audit key of an epoch; [AuditKeyShare#key] names the key with the points that the share
/// belongs to.
public record AuditShare(long epoch, AuditKeyShare share) {}
