package io.florin.auditor.openings.adapter;

import static io.florin.testkit.Answering.answering;

import io.florin.auditor.protocol.CommittedPlaces;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The auditor's replay of a ledger.
record ReplayedLedger(ShownLedger ledger) implements CommittedPlaces, ReplayedBlocks {

    @Override
    public Optional<Long> blockOf(TransactionId id) {
        return ledger.blockOf(id);
    }

    @Override
    public Optional<CommittedBlock> committed(long number) {
        return Optional.of(new CommittedBlock(
                number, OrderedTransaction.of(ledger.block(number).entries()), ledger.configurationAfter(number - 1)));
    }

    /// After the last block.
    ReplayPosition view() {
        return view(ledger.configurationAfter(ledger.height()));
    }

    /// As if this configuration were in force.
    ReplayPosition view(NetworkConfiguration configuration) {
        return seen(() -> configuration);
    }

    /// A replay that goes on from the first configuration to the last one.
    ReplayPosition view(BooleanSupplier changed) {
        return seen(() -> ledger.configurationAfter(changed.getAsBoolean() ? ledger.height() : 0));
    }

    private ReplayPosition seen(Supplier<NetworkConfiguration> configuration) {
        return answering(
                ReplayPosition.class,
                Map.of(
                        "network", _ -> ledger.networkId(),
                        "configuration", _ -> configuration.get(),
                        "height", _ -> ledger.height()));
    }
}
