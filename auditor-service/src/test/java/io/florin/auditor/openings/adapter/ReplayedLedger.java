package io.florin.auditor.openings.adapter;

import io.florin.auditor.protocol.CommittedPlaces;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.doubles.api.Unasked;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import java.time.Instant;
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
        return new ReplayPosition() {
            @Override
            public NetworkId network() {
                return ledger.networkId();
            }

            @Override
            public NetworkConfiguration configuration() {
                return configuration.get();
            }

            @Override
            public long height() {
                return ledger.height();
            }

            @Override
            public String stateHash() {
                throw new Unasked("stateHash");
            }

            @Override
            public long knownHead() {
                throw new Unasked("knownHead");
            }

            @Override
            public boolean isCaughtUpWithStore() {
                throw new Unasked("isCaughtUpWithStore");
            }

            @Override
            public Optional<Instant> seenAt(long block) {
                throw new Unasked("seenAt");
            }
        };
    }
}
