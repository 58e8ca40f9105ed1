package io.florin.decisions;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;

/// End of the log, signed by this node.
record DecisionHead(long lastSequence, Bytes32 lastHash, Bytes signature) {}
