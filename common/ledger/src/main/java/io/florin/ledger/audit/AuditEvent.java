package io.florin.ledger.audit;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.util.Optional;

/// Events of the auditor's topic, for everybody who reads it. No names, owners or single payments.
public sealed interface AuditEvent {

    /// The signed supply of a currency after a block. Amounts in minor units.
    ///
    /// @param outstanding unspent on the ledger and on instant rails
    /// @param onRails what of it is on instant rails
    /// @param signature the auditor's over the proof of supply
    record SupplyProved(
            long block,
            int namespace,
            long issued,
            long redeemed,
            long outstanding,
            long onRails,
            boolean holds,
            Bytes32 headerHash,
            Bytes32 stateHash,
            Bytes signature)
            implements AuditEvent {

        /// Of a currency with nothing on a rail.
        public SupplyProved(
                long block,
                int namespace,
                long issued,
                long redeemed,
                long outstanding,
                boolean holds,
                Bytes32 headerHash,
                Bytes32 stateHash,
                Bytes signature) {
            this(block, namespace, issued, redeemed, outstanding, 0, holds, headerHash, stateHash, signature);
        }
    }

    /// Something is wrong; what exactly is for those who may read the auditor's report.
    ///
    /// @param number of the incident in the auditor's book
    /// @param block 0 where no block is concerned
    /// @param index place in the block; empty where no transaction is concerned
    record IncidentFound(long number, IncidentKind kind, long block, Optional<Long> index) implements AuditEvent {}
}
