package io.florin.instant.output;

import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.RailRefusal;
import java.util.List;
import java.util.Optional;

/// Takes what a client brings to prove that its inputs are final, each shard what makes its own.
final class CarriedFiles {

    private final OutputRules rules;
    private final OutputState state;
    private final OutputJournal journal;
    private final CertifiedTransactions certified;

    CarriedFiles(OutputRules rules, OutputState state, OutputJournal journal, CertifiedTransactions certified) {
        this.rules = rules;
        this.state = state;
        this.journal = journal;
        this.certified = certified;
    }

    /// The first bad one ends it. Those of other shards are theirs to check: they know what is final there already, or
    /// spent, and then no check is needed.
    ///
    /// @return why it ended
    Optional<RailRefusal> take(List<FinalOutputs> files) {
        for (FinalOutputs file : files) {
            if (!rules.place().has(file.id()) || state.outputs().areFinal(file.transaction())) {
                continue;
            }
            Optional<RailRefusal> refusal = rules.refusalOf(file);
            if (refusal.isPresent()) {
                return refusal;
            }
            journal.record(new OutputRecord.Carried(file));
            bringToCoordinator(file);
        }
        return Optional.empty();
    }

    /// It may not know of the transaction yet, and perhaps nobody else brings it.
    private void bringToCoordinator(FinalOutputs file) {
        if (state.outputs().areMade(file.id())) {
            return;
        }
        if (rules.place().coordinates(file.transaction())) {
            certified.take(file.certificate());
        } else {
            journal.hold(new OutputEffect.HandOn(file.certificate()));
        }
    }
}
