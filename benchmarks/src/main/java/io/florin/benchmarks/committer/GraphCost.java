package io.florin.benchmarks.committer;

import io.florin.committer.coordinator.GraphInsertion;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A window of free transactions of two keys each, one token spent and one made, for the dependency graph.
final class GraphCost {

    static final int WINDOW = 32_768;

    private GraphCost() {}

    static GraphInsertion.Rates measure(long seed, int seconds) {
        TestNetwork network = new TestNetwork(seed);
        OwnerKey owner = new OwnerKey(network.newId());
        List<VerifiedTransaction> window = new ArrayList<>(WINDOW);
        for (int i = 0; i < WINDOW; i++) {
            window.add(transfer(network, owner));
        }
        List<Bytes> entries = List.of(Bytes.of(new byte[] {0}));
        Block block = network.block(1, network.networkId().value(), entries);
        CheckedBlock checked = new CheckedBlock(block, block.header().hash(), network.configuration());
        return new GraphInsertion(checked, window).measure(seconds);
    }

    private static VerifiedTransaction transfer(TestNetwork network, OwnerKey owner) {
        TransactionId id = new TransactionId(network.newId());
        StateKey spent = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, 1)).key();
        Write.Output made = new Write.Output(0, TestNetwork.token(owner, 1));
        SettlementTransaction transaction = new SettlementTransaction(
                id,
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                false,
                1,
                1,
                List.of(Read.token(spent)),
                List.of(new Write.Spend(0), made));
        return new VerifiedTransaction(
                Optional.of(transaction), Bytes32.ZERO, Optional.empty(), List.of(spent, transaction.keyOf(made)));
    }
}
