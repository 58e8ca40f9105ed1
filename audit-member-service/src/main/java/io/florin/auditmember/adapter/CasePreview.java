package io.florin.auditmember.adapter;

import io.florin.audit.CommittedPayment;
import io.florin.auditmember.AuditCase;
import io.florin.auditmember.CaseScope;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Preview of the payments that a case would open if it were approved, as far as this member's own sight of the ledger
/// says. It opens nothing and uses no key; officers read it before they approve.
public final class CasePreview {
    private final CommitVerifier sight;

    public CasePreview(CommitVerifier sight) {
        this.sight = sight;
    }

    /// @param sound false where the case would open nothing now, or where it cannot be seen
    /// @param facts label, value
    public record Preview(boolean sound, String sentence, List<Fact> facts) {
        public Preview {
            facts = List.copyOf(facts);
        }
    }

    public record Fact(String label, String value) {}

    public Preview of(AuditCase asked) {
        return switch (asked.scope()) {
            case CaseScope.OfTransaction(var id) -> ofTransaction(id);
            case CaseScope.OfEnrollment(var id, long first, long last) ->
                new Preview(
                        true,
                        "Who takes part in each payment of these blocks, whoever it is; what was paid only where the"
                                + " enrollment takes part. The log names every payment that is looked at.",
                        List.of(
                                new Fact(
                                        "Enrollment id",
                                        Bytes32.of(id.toBytes()).toHex()),
                                new Fact("Blocks", first + " to " + last),
                                new Fact("Number of blocks", Long.toString(last - first + 1))));
        };
    }

    private Preview ofTransaction(TransactionId id) {
        Optional<CommittedPayment> found;
        try {
            found = sight.committed(id);
        } catch (ProblemException away) {
            return new Preview(
                    false,
                    "Whether the transaction is committed cannot be seen now: nobody shows the ledger.",
                    List.of());
        }
        return found.map(CasePreview::ofCommitted)
                .orElseGet(() -> new Preview(
                        false,
                        "Nothing: by this member's own sight no such transaction is committed.",
                        List.of(new Fact("Transaction", id.toHex()))));
    }

    private static Preview ofCommitted(CommittedPayment committed) {
        Optional<Namespace> currency =
                committed.configuration().namespace(committed.settlement().namespace());
        Optional<HiddenCurrency> hidden = currency.flatMap(Namespace::hidden);
        Optional<Long> epoch = hidden.flatMap(HiddenCurrency::auditKey).map(AuditKey::epoch);
        int outputs = committed.settlement().hiddenOutputs().size();
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("Transaction", committed.id().toHex()),
                new Fact("Kind", committed.settlement().kind().name()),
                new Fact("Committed in block", Long.toString(committed.block())),
                new Fact("Outputs", Integer.toString(outputs))));
        if (epoch.isEmpty() || outputs == 0) {
            return new Preview(false, "Nothing: the payment is not under passive audit.", facts);
        }
        facts.add(new Fact("Encrypted to the audit key of epoch", Long.toString(epoch.get())));
        boolean valuesHidden = currency.map(Namespace::rulesVersion)
                .map(PrivacyModel::ofRulesVersion)
                .map(PrivacyModel::hidesValue)
                .orElse(false);
        return new Preview(
                true,
                "Who paid, who was paid by each output, and "
                        + (valuesHidden
                                ? "the value of each."
                                : "nothing of the values, which the ledger shows anyway."),
                facts);
    }
}
