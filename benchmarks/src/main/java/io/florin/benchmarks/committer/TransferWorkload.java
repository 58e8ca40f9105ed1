package io.florin.benchmarks.committer;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A chain of certified blocks, drawn from a seed: first issues that fill a pool of tokens, then transfers with two
/// inputs and two outputs that take from the front of the pool and add to its back. A token is spent about half a pool
/// of transactions after it was made, so reads are answered by the state shards and not by chains inside the window.
///
/// A given share of transfers are double spends: both their inputs are spent by earlier transactions, half of the time
/// by some of the same block, otherwise by ones of long ago. They must all abort, and everything else must commit.
final class TransferWorkload {

    static final int BUNDLE = 256;

    private static final int ISSUE_OUTPUTS = 16;
    private static final int SEED_BUNDLES_PER_BLOCK = 2;
    private static final int OWNERS = 256;
    private static final int SPENT_KEPT = 4096;
    private static final long VALUE = 10_000;

    private record Coin(StateKey key, long value) {}

    private final TestNetwork network;
    private final Random random;
    private final int doubleSpendPercent;
    private final List<OwnerKey> owners = new ArrayList<>();
    private final ArrayDeque<Coin> pool = new ArrayDeque<>();
    private final List<Coin> spentBefore = new ArrayList<>();
    private final List<Coin> spentInBlock = new ArrayList<>();
    private final List<Block> seedBlocks = new ArrayList<>();
    private final int tokens;
    private Bytes32 previousHash;
    private long height;
    private long doubleSpends;
    private long transfers;

    /// @param tokens in the pool at least; rounded up to whole bundles of issues
    TransferWorkload(long seed, int tokens, int doubleSpendPercent) {
        this.network = new TestNetwork(seed);
        this.random = new Random(seed);
        this.doubleSpendPercent = doubleSpendPercent;
        this.previousHash = network.networkId().value();
        for (int i = 0; i < OWNERS; i++) {
            owners.add(new OwnerKey(network.newId()));
        }
        int perBundle = BUNDLE * ISSUE_OUTPUTS;
        int bundles = (tokens + perBundle - 1) / perBundle;
        this.tokens = bundles * perBundle;
        for (int done = 0; done < bundles; done += SEED_BUNDLES_PER_BLOCK) {
            seedBlocks.add(block(Math.min(SEED_BUNDLES_PER_BLOCK, bundles - done), this::issue));
        }
    }

    /// The blocks that must come first.
    List<Block> seedBlocks() {
        return List.copyOf(seedBlocks);
    }

    /// The next block of transfers.
    Block next(int bundles) {
        Block block = block(bundles, this::transfer);
        spentBefore.addAll(spentInBlock);
        if (spentBefore.size() > SPENT_KEPT) {
            spentBefore.subList(0, spentBefore.size() - SPENT_KEPT).clear();
        }
        spentInBlock.clear();
        return block;
    }

    private interface Source {
        SettlementTransaction next();
    }

    private Block block(int bundles, Source source) {
        height++;
        List<Bytes> entries = new ArrayList<>(bundles);
        for (int bundle = 0; bundle < bundles; bundle++) {
            List<SettlementTransaction> transactions = new ArrayList<>(BUNDLE);
            for (int i = 0; i < BUNDLE; i++) {
                transactions.add(source.next());
            }
            Bundle endorsed = network.endorseSettlements(transactions);
            entries.add(Bytes.of(endorsed.encode()));
        }
        Block block = network.block(height, previousHash, entries);
        previousHash = block.header().hash();
        return block;
    }

    private SettlementTransaction issue() {
        TransactionId id = new TransactionId(network.newId());
        StateKey withdrawal = StateKeys.withdrawal(TestNetwork.CURRENCY, network.newId());
        SupplyRecord supply = new SupplyRecord(1, Amount.of(ISSUE_OUTPUTS * VALUE));
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Put(0, supply.encode()));
        for (int output = 0; output < ISSUE_OUTPUTS; output++) {
            writes.add(output(id, output, VALUE, true));
        }
        return transaction(id, TransactionKind.ISSUE, List.of(Read.absent(withdrawal)), writes);
    }

    private SettlementTransaction transfer() {
        transfers++;
        List<Coin> spent = random.nextBoolean() && spentInBlock.size() > 1 ? spentInBlock : spentBefore;
        if (spent.size() > 1 && random.nextInt(100) < doubleSpendPercent) {
            doubleSpends++;
            int first = random.nextInt(spent.size() - 1);
            int second = first + 1 + random.nextInt(spent.size() - first - 1);
            return transfer(spent.get(first), spent.get(second), false);
        }
        Coin first = pool.remove();
        Coin second = pool.remove();
        spentInBlock.add(first);
        spentInBlock.add(second);
        return transfer(first, second, true);
    }

    private SettlementTransaction transfer(Coin first, Coin second, boolean commits) {
        TransactionId id = new TransactionId(network.newId());
        long sum = Math.addExact(first.value(), second.value());
        long change = 1 + random.nextLong(sum - 1);
        return transaction(
                id,
                TransactionKind.TRANSFER,
                List.of(Read.token(first.key()), Read.token(second.key())),
                List.of(
                        new Write.Spend(0),
                        new Write.Spend(1),
                        output(id, 0, sum - change, commits),
                        output(id, 1, change, commits)));
    }

    private Write.Output output(TransactionId id, int index, long value, boolean commits) {
        Token token = TestNetwork.token(owners.get(random.nextInt(OWNERS)), value);
        if (commits) {
            pool.add(new Coin(new TokenReference(id, index, token).key(), value));
        }
        return new Write.Output(index, token);
    }

    private SettlementTransaction transaction(
            TransactionId id, TransactionKind kind, List<Read> reads, List<Write> writes) {
        return new SettlementTransaction(
                id,
                kind,
                TestNetwork.CURRENCY,
                false,
                1,
                network.configuration().limits().expiryHeight(height),
                reads,
                writes);
    }

    TestNetwork network() {
        return network;
    }

    List<OwnerKey> owners() {
        return List.copyOf(owners);
    }

    /// Tokens that exist at every height.
    int tokens() {
        return tokens;
    }

    /// Minor units that exist at every height.
    long supplyMinor() {
        return tokens * VALUE;
    }

    /// Transfers made so far.
    long transfers() {
        return transfers;
    }

    /// Transfers among them that must abort.
    long doubleSpends() {
        return doubleSpends;
    }
}
