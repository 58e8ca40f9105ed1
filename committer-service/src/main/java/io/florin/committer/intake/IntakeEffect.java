package io.florin.committer.intake;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.ledger.block.BlockFlaw;

/// What intake wants done.
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

    /// Why a source is left.
    enum SwitchReason {
        /// It gave a block with a flaw.
        FLAW("flaw"),
        /// Others say that they have more.
        BEHIND("behind"),
        /// Nobody says anything and neither does the source.
        SILENT("silent"),
        /// Its records are gone.
        LOST("lost"),
        /// Back from a block store to a topic, which is the cheaper way.
        RETURN("return");

        private final String label;

        SwitchReason(String label) {
            this.label = label;
        }

        /// The reason in metrics and logs.
        public String label() {
            return label;
        }
    }
}
