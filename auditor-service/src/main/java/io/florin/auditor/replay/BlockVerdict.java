package io.florin.auditor.replay;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.ledger.audit.IncidentKind;

/// Verdict on bytes that somebody offered as a block.
public sealed interface BlockVerdict {

    /// The next block of the chain; it is applied.
    record Accepted(ReplayedBlock block) implements BlockVerdict {}

    /// A block applied before.
    record Repeat(long number) implements BlockVerdict {}

    /// A certified block that is not the next one: those before it are missing here.
    record Ahead(long number) implements BlockVerdict {}

    /// Not applied.
    ///
    /// @param number what it claims to be, 0 where that cannot be read
    record Refused(IncidentKind kind, long number, String reason) implements BlockVerdict {}
}
