package io.florin.certifier;

import io.florin.ledger.NetworkId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Conditions of a committed transaction, as far as the block and the configuration show them: endorsed, of the
/// configuration in force, not expired, signed off where the policy asks for that. A committer that says "committed" of
/// another one lies, and its block is not certified. What takes the state to know, that nothing is spent twice, is in
/// [CommittedChain.Once]. The rules are those of `SerialReplay`. Pure.
final class CommitConditions {
    private final NetworkId network;
    private final NetworkConfiguration configuration;
    private final long height;

    /// @param configuration in force for the block
    /// @param height the block's number
    CommitConditions(NetworkId network, NetworkConfiguration configuration, long height) {
        this.network = network;
        this.configuration = configuration;
        this.height = height;
    }

    /// Reason for which these cannot all be committed, in words; empty if they can. Costs one check of a threshold
    /// signature for each bundle that has any of them, and one of the auditor's for each that must have it.
    Optional<String> flaw(List<OrderedTransaction> committed) {
        Map<Bundle, Boolean> endorsed = new IdentityHashMap<>();
        for (OrderedTransaction each : committed) {
            Optional<String> flaw = flaw(each, endorsed);
            if (flaw.isPresent()) {
                return flaw.map(reason -> "transaction " + each.index() + " cannot be committed: " + reason);
            }
        }
        long changes = committed.stream()
                .flatMap(each -> each.transaction().stream())
                .filter(transaction -> transaction.kind() == TransactionKind.CONFIGURATION)
                .count();
        return changes > 1 ? Optional.of("two changes of one configuration cannot be committed") : Optional.empty();
    }

    private Optional<String> flaw(OrderedTransaction ordered, Map<Bundle, Boolean> endorsed) {
        if (ordered.bundle().isEmpty() || ordered.transaction().isEmpty()) {
            return Optional.of("it is bytes that are no transaction");
        }
        boolean valid = endorsed.computeIfAbsent(
                ordered.bundle().get(), bundle -> EndorsementCheck.isEndorsed(bundle, network, configuration));
        if (!valid) {
            return Optional.of("it is not endorsed");
        }
        SettlementTransaction transaction = ordered.transaction().get();
        if (transaction.configurationVersion() != configuration.version()) {
            return Optional.of("it is of another configuration");
        }
        if (height > transaction.expiryHeight()) {
            return Optional.of("it has expired");
        }
        return EndorsementCheck.isAudited(ordered, network, configuration)
                ? Optional.empty()
                : Optional.of("no auditor signed it off");
    }
}
