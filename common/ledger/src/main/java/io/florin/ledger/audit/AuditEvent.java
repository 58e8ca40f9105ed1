package io.florin.ledger.audit;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.util.Optional;

/// Events of the auditor's topic, for everybody who reads it. No names, owners or single payments.
public sealed interface AuditEvent {

    /// The signed supply of a currency after a block. Amounts in minor units.
    ///
    /// @param signature the auditor's over the proof of supply
    record SupplyProved(
            long block,
            int namespace,
            long issued,
            long redeemed,
            long outstanding,
            boolean holds,
            Bytes32 headerHash,
            Bytes32 stateHash,
            Bytes signature)
            implements AuditEvent {}

    /// Something is wrong; what exactly is for those who may read the auditor's report.
    ///
    /// @param number of the incident in the auditor's book
    /// @param block 0 where no block is concerned
    /// @param index place in the block; empty where no transaction is concerned
    record IncidentFound(long number, IncidentKind kind, long block, Optional<Long> index) implements AuditEvent {}
}
