package io.florin.registration.decisions;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;

/// Where the log ends, signed by the registration authority.
record DecisionHead(long lastSequence, Bytes32 lastHash, Bytes signature) {}
