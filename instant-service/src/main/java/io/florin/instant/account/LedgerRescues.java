package io.florin.instant.account;

import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.ledger.rail.TransferCertificate;
import java.util.Optional;

/// Takes what the ledger says of rescues, in the order of its blocks, and believes none of it unseen: that something is
/// committed says that nobody else's came before, not that it is right. Every authority reads the same blocks and looks
/// at the same things, so all of them freeze the same sequences and come to the same verdicts; the first of each that
/// proves something counts.
final class LedgerRescues {

    private final OrderRules rules;
    private final ShardState state;
    private final ShardJournal journal;

    LedgerRescues(OrderRules rules, ShardState state, ShardJournal journal) {
        this.rules = rules;
        this.state = state;
        this.journal = journal;
    }

    /// Freezes the sequence.
    ///
    /// @param height of the block
    void begin(long height, RescueEvidence evidence) {
        RailSequence rescue = evidence.sequence();
        if (!isOurs(rescue) || of(rescue).isPresent()) {
            return;
        }
        evidence.refusal(rules.place().scope(), rules.verifier(), height)
                .or(() -> refusalOfAnother(rescue))
                .ifPresentOrElse(
                        reason -> refuse(height, rescue, reason),
                        () -> journal.record(new ShardRecord.Frozen(rescue.account(), rescue.sequence())));
    }

    private Optional<RailRefusal> refusalOfAnother(RailSequence rescue) {
        return state.account(rescue.account()).rescues().count() < RescueEvidence.PER_ACCOUNT_MAX
                ? Optional.empty()
                : Optional.of(RailRefusal.TOO_MANY_RESCUES);
    }

    /// Executes what stands, as soon as it can be, or gives the account its next sequence.
    ///
    /// @param height of the block
    void end(long height, RescueOutcome outcome) {
        RailSequence rescue = outcome.rescue();
        if (!isOurs(rescue)) {
            return;
        }
        Optional<Rescue> begun = of(rescue);
        if (begun.isEmpty()) {
            refuse(height, rescue, RailRefusal.NOT_FROZEN);
        } else if (begun.get().isFrozen()) {
            decide(height, outcome);
        }
    }

    private void decide(long height, RescueOutcome outcome) {
        switch (outcome.verdict(rules.place().scope(), rules.verifier())) {
            case RescueVerdict.Stands(TransferCertificate certificate) -> {
                journal.record(new ShardRecord.Stands(outcome));
                accuseIfAnotherIsExecuted(certificate);
            }
            case RescueVerdict.Void() -> journal.record(new ShardRecord.Voided(outcome));
            case RescueVerdict.Undecided(RailRefusal reason) -> refuse(height, outcome.rescue(), reason);
        }
    }

    private void accuseIfAnotherIsExecuted(TransferCertificate standing) {
        RailSequence rescue = RailSequence.of(standing.order());
        state.account(rescue.account())
                .executed(rescue.sequence())
                .filter(executed -> !executed.orderId().equals(standing.orderId()))
                .ifPresent(_ -> journal.hold(ShardEffect.Evidence.TWO_CERTIFICATES));
    }

    private boolean isOurs(RailSequence rescue) {
        return rules.place().scope().equals(rescue.scope()) && rules.place().has(rescue.account());
    }

    private Optional<Rescue> of(RailSequence rescue) {
        return state.account(rescue.account()).rescues().at(rescue.sequence());
    }

    private void refuse(long height, RailSequence rescue, RailRefusal reason) {
        journal.hold(new ShardEffect.LedgerRefused(height, rescue, reason));
    }
}
