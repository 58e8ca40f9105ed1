package io.florin.ordering.assembler;

import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ordering.protocol.ConfigurationEntries;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The configuration in force after a block: follows the configuration namespace and nothing else. A pure function of
/// the blocks' entries, so every party comes to the same, whenever it starts to follow.
///
/// The verdicts are those of [io.florin.ledger.replay.SerialReplay], cut down to transactions that read the
/// configuration key only, which is all that the configuration namespace knows. One thing differs: an id that a
/// transaction of another namespace has claimed is still free here. Only a quorum of that namespace's endorsers can
/// sign such a transaction; the version in the headers would then run ahead of the committers', who do not go by it.
///
/// Costs one pairing check, about 0.75 ms, for each bundle of the configuration namespace that holds a transaction.
public final class ConfigurationFollower {
    private final NetworkId network;
    private final Set<TransactionId> claimed;
    private NetworkConfiguration inForce;

    public ConfigurationFollower(NetworkId network, NetworkConfiguration inForce) {
        this(network, inForce, Set.of());
    }

    private ConfigurationFollower(NetworkId network, NetworkConfiguration inForce, Set<TransactionId> claimed) {
        this.network = network;
        this.inForce = inForce;
        this.claimed = new HashSet<>(claimed);
    }

    /// One that goes on from here on its own.
    public ConfigurationFollower copy() {
        return new ConfigurationFollower(network, inForce, claimed);
    }

    public NetworkConfiguration inForce() {
        return inForce;
    }

    /// Applies the entries of the block with this number.
    public void apply(long number, List<Bytes> entries) {
        NetworkConfiguration before = inForce;
        NetworkConfiguration after = inForce;
        Map<Bundle, Boolean> endorsed = new IdentityHashMap<>();
        for (OrderedTransaction ordered : ConfigurationEntries.transactions(entries)) {
            Optional<SettlementTransaction> transaction = ordered.transaction();
            if (transaction.isEmpty()
                    || !endorsed.computeIfAbsent(
                            ordered.bundle().orElseThrow(),
                            bundle -> EndorsementCheck.isEndorsed(bundle, network, before))
                    || !claimed.add(transaction.get().id())) {
                continue;
            }
            if (isCommitted(ordered, transaction.get(), number, before, after)) {
                after = transaction.get().newConfiguration().orElse(after);
            }
        }
        inForce = after;
    }

    /// The configuration of a block is the one before it; its key changes within the block.
    private boolean isCommitted(
            OrderedTransaction ordered,
            SettlementTransaction transaction,
            long number,
            NetworkConfiguration before,
            NetworkConfiguration after) {
        return transaction.configurationVersion() == before.version()
                && number <= transaction.expiryHeight()
                && EndorsementCheck.isAudited(ordered, network, before)
                && transaction.reads().stream()
                        .allMatch(read ->
                                read.key().equals(StateKeys.CONFIGURATION) && read.version() == after.version());
    }
}
