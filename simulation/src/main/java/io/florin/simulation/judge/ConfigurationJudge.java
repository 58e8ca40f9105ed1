package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.simulation.world.InvariantViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/// Configurations come into force in the order in which officers signed them, each as a whole. Every block names the
/// one before it, whatever commits in a block was made for that one and endorsed under a key of it, and nobody signs
/// under any other. Counted from what officers planned, without the rules that the ledger's replay goes by.
public final class ConfigurationJudge {
    private final PlannedConfigurations planned;
    private final LongConsumer whenInForce;

    /// Configurations in force after each block, from genesis on.
    private final List<NetworkConfiguration> after = new ArrayList<>();

    /// @param whenInForce told the version of each that comes into force
    public ConfigurationJudge(PlannedConfigurations planned, LongConsumer whenInForce) {
        this.planned = planned;
        this.whenInForce = whenInForce;
        after.add(planned.network(0).configuration());
    }

    void after(Block block, SerialReplay.Applied applied) {
        long number = block.header().number();
        NetworkConfiguration before = inForce();
        require(
                block.header().configurationVersion() == before.version(),
                "configuration: block " + number + " names version "
                        + block.header().configurationVersion() + ", in force is " + before.version());
        NetworkConfiguration next = before;
        for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
            if (applied.outcomes().get((int) ordered.index()).status() == TransactionStatus.COMMITTED) {
                SettlementTransaction transaction = ordered.transaction().orElseThrow();
                require(
                        transaction.configurationVersion() == before.version()
                                && isEndorsable(ordered.bundle().orElseThrow(), before),
                        "configuration: block " + number + " commits what version " + before.version()
                                + " has no key for");
                next = transaction.newConfiguration().map(this::planned).orElse(next);
            }
        }
        require(next.version() <= before.version() + 1, "configuration: block " + number + " changes it twice");
        after.add(next);
        if (next.version() != before.version()) {
            whenInForce.accept(next.version());
        }
    }

    private static boolean isEndorsable(Bundle bundle, NetworkConfiguration configuration) {
        return configuration.endorserGroups().stream()
                .anyMatch(group -> group.namespace().equals(bundle.namespace()) && group.epoch() == bundle.keyEpoch());
    }

    private NetworkConfiguration planned(NetworkConfiguration committed) {
        return planned.ofVersion(committed.version())
                .map(network -> network.configuration())
                .filter(committed::equals)
                .orElseThrow(() -> new InvariantViolation(
                        "configuration: nobody signed what is version " + committed.version() + " now"));
    }

    /// An endorser that knows all blocks up to one gives a share of a key.
    void signed(String who, long block, io.florin.ledger.NamespaceId namespace, long epoch) {
        NetworkConfiguration known = after(block);
        require(
                known.endorserGroups().stream()
                        .anyMatch(group -> group.namespace().equals(namespace) && group.epoch() == epoch),
                "configuration: " + who + " signs under epoch " + epoch + ", which is not in force after block "
                        + block);
    }

    /// Configuration in force after a block.
    NetworkConfiguration after(long block) {
        return after.get((int) block);
    }

    public NetworkConfiguration inForce() {
        return after.getLast();
    }

    /// Whether everything that officers planned is in force.
    public boolean isDone() {
        return inForce().version() == planned.last().version();
    }

    /// Number of changes that came into force.
    public int changes() {
        return (int) (inForce().version() - after.getFirst().version());
    }

    /// Check that holds when all is quiet: money can be issued under what is in force.
    ///
    /// @param issue made for the last configuration, and in order; empty where there is none
    /// @param expiryHeight of it
    public void atTheEnd(Optional<TransactionId> issue, long expiryHeight, SerialReplay replay) {
        issue.ifPresent(id -> require(
                replay.checkpoint().number() >= expiryHeight
                        || replay.status(id)
                                .filter(TransactionStatus::isCommitted)
                                .isPresent(),
                "configuration: version " + inForce().version() + " is in force, and what is made for it is "
                        + replay.status(id).map(Enum::name).orElse("nowhere")));
    }
}
