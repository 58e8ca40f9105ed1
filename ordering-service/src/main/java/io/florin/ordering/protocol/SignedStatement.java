package io.florin.ordering.protocol;

import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// Statements that a party signs besides headers. All kinds share one domain and differ in the first
/// byte, so a signature for one purpose means nothing for another.
public enum SignedStatement {
    VIEW_CHANGE(1),
    NEW_VIEW_VOTE(2),
    ACCEPTANCE(3),
    BATCH(4),
    CONSENSUS_KEY(5);

    private final int code;

    SignedStatement(int code) {
        this.code = code;
    }

    /// The bytes to sign.
    public byte[] message(NetworkId network, byte[] payload) {
        return Domain.TAIL_REPORT.message(
                network,
                new CanonicalWriter(payload.length + 1).u8(code).fixed(payload).toByteArray());
    }
}
