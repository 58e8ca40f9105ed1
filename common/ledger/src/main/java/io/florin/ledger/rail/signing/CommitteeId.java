package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes32;

/// Hash that tells a committee from every other: over network, rail and epoch, made by whoever reads them from the
/// configuration. It is part of all that a committee signs, so that a key which two committees hold by mistake signs
/// for one of them only.
public record CommitteeId(Bytes32 value) {}
