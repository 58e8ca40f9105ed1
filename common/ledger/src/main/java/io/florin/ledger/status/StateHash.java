package io.florin.ledger.status;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.List;

/// The rolling state hash: H(n) = SHA-256(domain ‖ H(n-1) ‖ n ‖ header hash ‖ status root ‖ writes), writes being the
/// committed writes of the block in order: key, version after, value (protocol decision 21). Additions to counters
/// follow the writes of their transaction: counter, zero in place of a version, [CounterAdd#effect] as value. So
/// whoever has the committed transactions computes it, and needs no state.
public final class StateHash {

    private StateHash() {}

    /// The hash before the first block: it covers the genesis configuration.
    public static Bytes32 ofGenesis(NetworkId network, NetworkConfiguration configuration) {
        CanonicalWriter writer = new CanonicalWriter(1024)
                .fixed(network.value())
                .fixed(StateKeys.CONFIGURATION.value())
                .bytes(Bytes.of(configuration.encode()));
        return Domain.STATE.hash(writer.toByteArray());
    }

    public static Bytes32 statusRoot(List<TransactionOutcome> outcomes) {
        return MerkleTree.root(outcomes.stream().map(TransactionOutcome::encode).toList());
    }

    /// @param committed the block's committed transactions in block order
    public static Bytes32 next(
            Bytes32 previous,
            long number,
            Bytes32 headerHash,
            Bytes32 statusRoot,
            List<SettlementTransaction> committed) {
        CanonicalWriter writer = new CanonicalWriter(256 + committed.size() * 256)
                .fixed(previous)
                .u63(number)
                .fixed(headerHash)
                .fixed(statusRoot);
        for (SettlementTransaction transaction : committed) {
            for (Write write : transaction.writes()) {
                writer.fixed(transaction.keyOf(write).value()).u32(transaction.versionAfter(write));
                write.after().ifPresentOrElse(writer::bytes, () -> writer.u32(0));
            }
            for (CounterAdd add : transaction.adds()) {
                writer.fixed(add.counter().value()).u32(0).bytes(add.effect());
            }
        }
        return Domain.STATE.hash(writer.toByteArray());
    }
}
