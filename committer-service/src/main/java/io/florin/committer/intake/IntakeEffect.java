package io.florin.committer.intake;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.ledger.block.BlockFlaw;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.SwitchReason;

/// Effects of intake, carried out by its loop.
public sealed interface IntakeEffect {

    /// Stop following what was followed before, and follow this source from a block number on.
    ///
    /// @param attempt names the following in later events
    record Follow(long attempt, BlockSource source, long fromNumber) implements IntakeEffect {}

    /// Work on the next block. Whoever carries this out says [BlockIntake#configured] before the next event if the
    /// configuration changes.
    record Accept(CheckedBlock block) implements IntakeEffect {}

    /// A source gave something that is not the next block of the chain: an alarm.
    record Refused(BlockSource source, BlockFlaw flaw) implements IntakeEffect {}

    /// Intake leaves a source.
    record Switched(BlockSource from, BlockSource to, SwitchReason reason) implements IntakeEffect {}
}
