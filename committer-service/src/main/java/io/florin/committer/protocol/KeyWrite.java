package io.florin.committer.protocol;

import io.florin.ledger.StateKey;
import java.util.Optional;

/// A committed write of one key.
///
/// @param after what the key holds afterwards; empty when it is deleted
public record KeyWrite(StateKey key, Optional<StoredValue> after) {}
