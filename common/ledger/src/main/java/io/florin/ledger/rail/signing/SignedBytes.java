package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// The bytes that keys of a committee sign: domain `rail-signature`, committee `b32`, scheme `u8`, then the statement,
/// or the window's size `u16` and root `b32`. The scheme stands before what it frames, so that a key which two schemes
/// share by mistake never signs a root that could be read as a statement.
record SignedBytes(CommitteeId committee, SigningScheme scheme) {
    private static final byte[] SEPARATOR = Domain.RAIL_SIGNATURE.separator();
    private static final int OVERHEAD = SEPARATOR.length + Bytes32.SIZE + 1;

    byte[] ofStatement(byte[] statement) {
        return head(statement.length).fixed(statement).toByteArray();
    }

    byte[] ofWindow(int size, Bytes32 root) {
        return head(2 + Bytes32.SIZE).u16(size).fixed(root).toByteArray();
    }

    private CanonicalWriter head(int more) {
        return new CanonicalWriter(OVERHEAD + more)
                .fixed(SEPARATOR)
                .fixed(committee.value())
                .u8(scheme.number());
    }
}
