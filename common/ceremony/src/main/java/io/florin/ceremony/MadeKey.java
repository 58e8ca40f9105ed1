package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.runtime.keys.StoredShare;

/// Result of a ceremony for one participant.
///
/// @param publicKey key and verification points, the same bytes for everybody: of endorsers and certifiers as
/// [io.florin.crypto.dkg.SharedKey#encode], of auditors as [AuditKeys#encode]
/// @param share this participant's own
public record MadeKey(Bytes publicKey, StoredShare share) {}
