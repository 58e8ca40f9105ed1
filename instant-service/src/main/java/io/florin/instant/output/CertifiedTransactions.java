package io.florin.instant.output;

import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailRefusal;
import java.util.Optional;

/// Executes certified transactions, each at once: its inputs are final, or F + 1 honest authorities would not have
/// voted for it, so it waits for nothing that is not here yet.
final class CertifiedTransactions {

    private final OutputRules rules;
    private final OutputState state;
    private final OutputJournal journal;

    CertifiedTransactions(OutputRules rules, OutputState state, OutputJournal journal) {
        this.rules = rules;
        this.state = state;
        this.journal = journal;
    }

    /// Neither expiry nor standing nor what was voted for here: a certificate stands.
    ///
    /// @return why it is not taken
    Optional<RailRefusal> take(OutputCertificate certificate) {
        Optional<RailRefusal> elsewhere = rules.refusalOfPlace(certificate.transaction());
        if (elsewhere.isPresent()) {
            return elsewhere;
        }
        boolean known = state.executions().find(certificate.id()).isPresent()
                || state.gatherings().isExecuting(certificate.id());
        if (known) {
            return Optional.empty();
        }
        Optional<RailRefusal> refusal = certificate.refusal(rules.place().scope(), rules.verifier());
        if (refusal.isPresent()) {
            return refusal;
        }
        if (!state.outputs().isFreeFor(certificate.id(), rules.place().ours(certificate.transaction()))) {
            journal.hold(OutputEffect.Evidence.TWO_CERTIFICATES);
            return Optional.of(RailRefusal.OUTPUT_SPENT);
        }
        journal.record(new OutputRecord.Executed(certificate));
        return Optional.empty();
    }
}
