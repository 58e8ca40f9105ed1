package io.florin.committer.simulation;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// A chain of blocks full of trouble, drawn from a seed, and what the serial oracle says of it: chains inside a block,
/// double spends, chains on losers, keys that rise by several versions, duplicates, replayed bundles, garbage under a
/// victim's id, forged and outdated endorsements, expired, stale, unaudited and malformed transactions, entries that
/// are no bundles, changes of the configuration.
public final class Workload {

    private static final int COUNTERS = 4;
    private static final int BOUNDED = 3;
    private static final long BOUND = 1000;
    private static final int OWNERS = 6;

    private final TestNetwork network;
    private final Random random;
    private final SerialReplay oracle;
    private final List<Block> blocks = new ArrayList<>();
    private final List<SerialReplay.Applied> expected = new ArrayList<>();
    private final List<OwnerKey> owners = new ArrayList<>();
    private final List<StateKey> counters = new ArrayList<>();
    private final List<StateKey> bounded = new ArrayList<>();
    private final List<Bytes32> orders = new ArrayList<>();
    private final long[] counterVersions = new long[COUNTERS];
    private final List<TokenReference> allTokens = new ArrayList<>();
    private final List<TokenReference> live = new ArrayList<>();
    private final List<TokenReference> hopeful = new ArrayList<>();
    private final List<TokenReference> created = new ArrayList<>();
    private final List<TokenReference> spent = new ArrayList<>();
    private final List<Bytes> earlier = new ArrayList<>();
    private final Map<TransactionStatus, Integer> statuses = new EnumMap<>(TransactionStatus.class);
    private Bytes32 previousHash;
    private long nextConfigurationVersion;
    private final Map<Taken, List<VerifiedTransaction>> verified = new HashMap<>();
    private int transactions;
    private int chained;

    private record Taken(long number, NetworkConfiguration configuration) {}

    public Workload(long seed, int blockCount, int transactionsPerBlock) {
        network = new TestNetwork(seed);
        random = new Random(seed);
        oracle = new SerialReplay(network.genesis());
        previousHash = network.networkId().value();
        for (int i = 0; i < OWNERS; i++) {
            owners.add(new OwnerKey(network.newId()));
        }
        for (int i = 0; i < COUNTERS; i++) {
            counters.add(StateKeys.withdrawal(TestNetwork.CURRENCY, network.newId()));
        }
        for (int i = 1; i <= BOUNDED; i++) {
            bounded.add(StateKeys.railFloat(TestNetwork.CURRENCY, new RailId(i)));
        }
        nextConfigurationVersion = 1;
        append(List.of(bundle(issues(transactionsPerBlock))));
        while (blocks.size() < blockCount) {
            append(entries(transactionsPerBlock));
        }
    }

    public TestNetwork network() {
        return network;
    }

    public List<Block> blocks() {
        return List.copyOf(blocks);
    }

    /// The oracle's outcomes of each block.
    public List<SerialReplay.Applied> expected() {
        return List.copyOf(expected);
    }

    /// The verdicts of the committer's verifier on one of the blocks, under the configuration that it was taken with.
    /// It depends on nothing else, so it is asked once, however many committers work on the blocks.
    List<VerifiedTransaction> verified(CheckedBlock block) {
        return verified.computeIfAbsent(
                new Taken(block.number(), block.configuration()),
                taken -> new SignatureVerifier(network.networkId())
                        .verify(block.block().entries(), taken.number, taken.configuration, new Random(taken.number)));
    }

    /// Counters with a bound that transactions add to.
    public List<StateKey> bounded() {
        return List.copyOf(bounded);
    }

    /// The oracle after all blocks.
    public SerialReplay oracle() {
        return oracle;
    }

    public List<OwnerKey> owners() {
        return List.copyOf(owners);
    }

    public int transactions() {
        return transactions;
    }

    /// Transactions that spend or rewrite what an earlier one of their own block wrote and that commit.
    public int chained() {
        return chained;
    }

    /// Transactions with this status.
    public int count(TransactionStatus status) {
        return statuses.getOrDefault(status, 0);
    }

    private long height() {
        return blocks.size() + 1L;
    }

    private void append(List<Bytes> entries) {
        Block block = network.block(height(), previousHash, entries);
        SerialReplay.Applied applied = oracle.apply(block);
        blocks.add(block);
        expected.add(applied);
        previousHash = block.header().hash();
        applied.outcomes().forEach(outcome -> statuses.merge(outcome.status(), 1, Integer::sum));
        transactions += applied.outcomes().size();
        countChains(applied.committed());
        live.clear();
        hopeful.clear();
        allTokens.addAll(created);
        created.clear();
        for (TokenReference token : allTokens) {
            if (oracle.read(token.key()).isPresent()) {
                live.add(token);
            }
        }
        for (int i = 0; i < COUNTERS; i++) {
            counterVersions[i] = oracle.read(counters.get(i))
                    .map(SerialReplay.Versioned::version)
                    .orElse(0L);
        }
        nextConfigurationVersion = oracle.configuration().version();
    }

    private void countChains(List<SettlementTransaction> committed) {
        Set<StateKey> written = new HashSet<>();
        for (SettlementTransaction transaction : committed) {
            if (transaction.reads().stream().anyMatch(read -> written.contains(read.key()))) {
                chained++;
            }
            transaction.writes().forEach(write -> written.add(transaction.keyOf(write)));
        }
    }

    // entries

    private List<Bytes> entries(int count) {
        List<Bytes> entries = new ArrayList<>();
        int left = count;
        while (left > 0) {
            int size = 1 + random.nextInt(Math.min(left, 12));
            left -= size;
            List<Bytes> raws = new ArrayList<>();
            List<Bundle.IndexedAudit> audits = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                addTransaction(raws, audits);
            }
            addEntry(entries, raws, audits);
        }
        if (random.nextInt(6) == 0) {
            entries.add(configurationEntry());
        }
        if (random.nextInt(8) == 0) {
            entries.add(configurationEntry());
        }
        return entries;
    }

    private void addEntry(List<Bytes> entries, List<Bytes> raws, List<Bundle.IndexedAudit> audits) {
        Bundle good = endorse(TestNetwork.CURRENCY, raws, audits);
        earlier.addAll(raws);
        switch (random.nextInt(32)) {
            case 0 -> {
                // garbage under the victims' ids, before them
                entries.add(encoded(forged(good)));
                entries.add(encoded(good));
            }
            case 1 -> {
                entries.add(encoded(good));
                entries.add(encoded(good));
            }
            case 2 ->
                entries.add(encoded(new Bundle(
                        good.namespace(),
                        1,
                        good.keyEpoch() + 1,
                        good.transactions(),
                        good.audits(),
                        good.signature())));
            case 3 -> {
                entries.add(Bytes.of(network.newBytes(1 + random.nextInt(300))));
                entries.add(encoded(good));
            }
            case 4 -> {
                byte[] truncated = good.encode();
                entries.add(Bytes.of(java.util.Arrays.copyOf(truncated, truncated.length - 1 - random.nextInt(40))));
                entries.add(encoded(good));
            }
            default -> entries.add(encoded(good));
        }
    }

    private static Bytes encoded(Bundle bundle) {
        return Bytes.of(bundle.encode());
    }

    private Bundle forged(Bundle bundle) {
        Bytes signature = endorse(TestNetwork.CURRENCY, List.of(Bytes.of(network.newBytes(60))), List.of())
                .signature();
        return new Bundle(
                bundle.namespace(),
                bundle.rulesVersion(),
                bundle.keyEpoch(),
                bundle.transactions(),
                List.of(),
                signature);
    }

    private Bundle endorse(NamespaceId namespace, List<Bytes> raws, List<Bundle.IndexedAudit> audits) {
        long epoch =
                oracle.configuration().endorserGroup(namespace).orElseThrow().epoch();
        byte[] message = Bundle.message(network.networkId(), namespace, 1, epoch, raws.size(), Bundle.rootOf(raws));
        var shares = network.shares();
        var signature = ThresholdBls.combine(
                2,
                List.of(
                        ThresholdBls.signShare(shares.get(0), message),
                        ThresholdBls.signShare(shares.get(2), message)));
        return new Bundle(namespace, 1, epoch, raws, audits, Bytes.of(signature.toArray()));
    }

    private Bytes bundle(List<SettlementTransaction> all) {
        return encoded(endorse(
                TestNetwork.CURRENCY,
                all.stream().map(transaction -> Bytes.of(transaction.encode())).toList(),
                List.of()));
    }

    private Bytes configurationEntry() {
        NetworkConfiguration current = oracle.configuration();
        long version = random.nextInt(4) == 0 ? current.version() : nextConfigurationVersion;
        nextConfigurationVersion = version + 1;
        NetworkConfiguration next = EditedConfiguration.of(current)
                .version(version + 1)
                .endorserGroups(current.endorserGroups().stream()
                        .map(group -> new NetworkConfiguration.EndorserGroup(
                                group.namespace(),
                                group.epoch() + (group.namespace().equals(TestNetwork.CURRENCY) ? 1 : 0),
                                group.threshold(),
                                group.groupKey(),
                                group.verificationKeys()))
                        .toList())
                .limits(new Limits(1_000 + random.nextInt(100), 30_000))
                .build();
        SettlementTransaction change = new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.CONFIGURATION,
                NamespaceId.CONFIGURATION,
                false,
                current.version(),
                height() + 5,
                List.of(new Read(StateKeys.CONFIGURATION, version)),
                List.of(new Write.Put(0, Bytes.of(next.encode()))));
        Bundle good = endorse(NamespaceId.CONFIGURATION, List.of(Bytes.of(change.encode())), List.of());
        return encoded(random.nextInt(5) == 0 ? forged(good) : good);
    }

    // transactions

    private void addTransaction(List<Bytes> raws, List<Bundle.IndexedAudit> audits) {
        int choice = random.nextInt(100);
        if (choice < 3 && !earlier.isEmpty()) {
            raws.add(earlier.get(random.nextInt(earlier.size())));
        } else if (choice < 5) {
            raws.add(Bytes.of(network.newBytes(52 + random.nextInt(120))));
        } else if (choice < 7) {
            byte[] bytes = drawTransaction().encode();
            bytes[random.nextInt(3)] ^= 0x20;
            raws.add(Bytes.of(bytes));
        } else {
            SettlementTransaction transaction = drawTransaction();
            if (transaction.auditRequired() && random.nextInt(3) > 0) {
                byte[] message = AuditorApproval.message(
                        network.networkId(),
                        transaction.namespace(),
                        1,
                        transaction.id(),
                        transaction.expiryHeight() + (random.nextInt(5) == 0 ? 1 : 0));
                audits.add(new Bundle.IndexedAudit(
                        raws.size(), new AuditorApproval(0, network.auditor().sign(message))));
            }
            raws.add(Bytes.of(transaction.encode()));
        }
    }

    private SettlementTransaction drawTransaction() {
        int choice = random.nextInt(100);
        if (choice < 44 && !hopeful.isEmpty()) {
            return hope(transfer(draw(hopeful, 1, true)));
        }
        if (choice < 50 && !created.isEmpty()) {
            return transfer(draw(created, 1 + random.nextInt(2), true));
        }
        if (choice < 60 && !spent.isEmpty()) {
            return transfer(draw(spent, 1, false));
        }
        if (choice < 68) {
            return counter();
        }
        if (choice < 71) {
            return redeem();
        }
        if (choice < 73) {
            return ownOutput();
        }
        if (choice < 75 && !live.isEmpty()) {
            return overwrite(live.get(random.nextInt(live.size())));
        }
        if (choice < 90 && !live.isEmpty()) {
            return hope(transfer(draw(live, 1 + random.nextInt(2), true)));
        }
        if (choice < 97) {
            return random.nextInt(5) < 3 ? raise() : lower();
        }
        return hope(issue());
    }

    /// Notes the outputs of a transaction that has every chance to commit.
    private SettlementTransaction hope(SettlementTransaction transaction) {
        transaction
                .outputs()
                .forEach(output -> hopeful.add(new TokenReference(transaction.id(), output.index(), output.token())));
        return transaction;
    }

    private List<TokenReference> draw(List<TokenReference> pool, int count, boolean mostlyTake) {
        List<TokenReference> drawn = new ArrayList<>();
        for (int i = 0; i < count && !pool.isEmpty(); i++) {
            TokenReference token = pool.get(random.nextInt(pool.size()));
            if (drawn.contains(token)) {
                continue;
            }
            if (mostlyTake && random.nextInt(10) > 0) {
                pool.remove(token);
            }
            drawn.add(token);
        }
        return drawn;
    }

    private List<SettlementTransaction> issues(int count) {
        List<SettlementTransaction> issues = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            issues.add(issue());
        }
        return issues;
    }

    private SettlementTransaction issue() {
        StateKey key = StateKeys.withdrawal(TestNetwork.CURRENCY, network.newId());
        return build(TransactionKind.ISSUE, List.of(Read.absent(key)), List.of(put(0)), 1 + random.nextInt(3));
    }

    private SettlementTransaction transfer(List<TokenReference> inputs) {
        List<Read> reads = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        for (TokenReference input : inputs) {
            writes.add(new Write.Spend(reads.size()));
            long version = random.nextInt(40) == 0 ? 2 : Read.FIRST;
            reads.add(new Read(input.key(), version));
            spent.add(input);
        }
        return build(TransactionKind.TRANSFER, reads, writes, 1 + random.nextInt(3));
    }

    /// Rewrites a key that others rewrite too: versions rise, some reads are stale or ahead.
    private SettlementTransaction counter() {
        int counter = random.nextInt(COUNTERS);
        long version =
                random.nextInt(4) == 0 ? random.nextLong(counterVersions[counter] + 3) : counterVersions[counter];
        counterVersions[counter] = version + 1;
        return build(TransactionKind.ISSUE, List.of(new Read(counters.get(counter), version)), List.of(put(0)), 1);
    }

    /// Raises bounded counters near their bounds, spending something where there is anything.
    private SettlementTransaction raise() {
        List<TokenReference> pool = !hopeful.isEmpty() && random.nextInt(4) > 0 ? hopeful : live;
        List<Read> reads = new ArrayList<>(
                List.of(Read.absent(StateKeys.railDeposit(TestNetwork.CURRENCY, new TransactionId(network.newId())))));
        List<Write> writes = new ArrayList<>(List.of(put(0)));
        List<TokenReference> inputs = draw(random.nextInt(6) == 0 && !spent.isEmpty() ? spent : pool, 1, true);
        if (inputs.isEmpty()) {
            return hope(issue());
        }
        writes.add(new Write.Spend(1));
        reads.add(Read.token(inputs.getFirst().key()));
        spent.addAll(inputs);
        List<CounterAdd> adds = new ArrayList<>();
        for (StateKey counter : someBounded()) {
            Amount amount = Amount.of(random.nextInt(50) == 0 ? Long.MAX_VALUE : 1 + random.nextInt(400));
            adds.add(
                    new CounterAdd.Raise(counter, amount, Amount.of(random.nextInt(50) == 0 ? Long.MAX_VALUE : BOUND)));
        }
        return build(TransactionKind.RAIL_DEPOSIT, reads, writes, random.nextInt(2), adds);
    }

    /// Lowers bounded counters, some under a key that another one wrote before.
    private SettlementTransaction lower() {
        Bytes32 order =
                orders.isEmpty() || random.nextInt(4) > 0 ? network.newId() : orders.get(random.nextInt(orders.size()));
        orders.add(order);
        List<CounterAdd> adds = someBounded().stream()
                .<CounterAdd>map(counter ->
                        new CounterAdd.Lower(counter, Amount.of(1 + random.nextInt(400)), Amount.of(random.nextInt(3))))
                .toList();
        return build(
                TransactionKind.RAIL_WITHDRAWAL,
                List.of(Read.absent(StateKeys.railWithdrawal(TestNetwork.CURRENCY, order))),
                List.of(put(0)),
                1,
                adds);
    }

    private List<StateKey> someBounded() {
        List<StateKey> some = new ArrayList<>(bounded);
        Collections.shuffle(some, random);
        return some.subList(0, random.nextInt(3) == 0 ? 2 : 1);
    }

    /// Deletes a counter, or spends a token, and leaves a record.
    private SettlementTransaction redeem() {
        StateKey record = StateKeys.redemption(TestNetwork.CURRENCY, network.newId());
        int counter = random.nextInt(COUNTERS);
        Read deleted = random.nextBoolean() || live.isEmpty()
                ? new Read(counters.get(counter), Math.max(1, counterVersions[counter]))
                : Read.token(live.get(random.nextInt(live.size())).key());
        if (deleted.key().equals(counters.get(counter))) {
            counterVersions[counter] = 0;
        }
        return build(
                TransactionKind.REDEEM,
                List.of(Read.absent(record), deleted),
                List.of(put(0), new Write.Spend(1)),
                random.nextInt(2));
    }

    /// Reads the key of its own output as absent, puts a value there, and then creates the output.
    private SettlementTransaction ownOutput() {
        TransactionId id = new TransactionId(network.newId());
        Token token = token();
        TokenReference output = new TokenReference(id, 0, token);
        created.add(output);
        return transaction(
                id,
                TransactionKind.ISSUE,
                List.of(Read.absent(output.key())),
                List.of(put(0), new Write.Output(0, token)));
    }

    /// Puts a value where a token is.
    private SettlementTransaction overwrite(TokenReference token) {
        spent.add(token);
        return build(TransactionKind.ISSUE, List.of(Read.token(token.key())), List.of(put(0)), 1);
    }

    private Write put(int read) {
        return new Write.Put(read, Bytes.of(network.newBytes(random.nextInt(20))));
    }

    private Token token() {
        return new Token(
                owners.get(random.nextInt(OWNERS)),
                TestNetwork.CURRENCY.value(),
                Amount.of(1 + random.nextInt(1_000_000)));
    }

    private SettlementTransaction build(TransactionKind kind, List<Read> reads, List<Write> writes, int outputs) {
        return build(kind, reads, writes, outputs, List.of());
    }

    private SettlementTransaction build(
            TransactionKind kind, List<Read> reads, List<Write> writes, int outputs, List<CounterAdd> adds) {
        TransactionId id = new TransactionId(network.newId());
        List<Write> all = new ArrayList<>(writes);
        for (int i = 0; i < outputs; i++) {
            Token token = token();
            all.add(new Write.Output(i, token));
            created.add(new TokenReference(id, i, token));
        }
        return transaction(id, kind, reads, all, adds);
    }

    private SettlementTransaction transaction(
            TransactionId id, TransactionKind kind, List<Read> reads, List<Write> writes) {
        return transaction(id, kind, reads, writes, List.of());
    }

    private SettlementTransaction transaction(
            TransactionId id, TransactionKind kind, List<Read> reads, List<Write> writes, List<CounterAdd> adds) {
        int trouble = random.nextInt(60);
        long version = oracle.configuration().version() + (trouble == 0 ? 1 : 0) - (trouble == 1 ? 1 : 0);
        long expiry = trouble == 2 ? height() - 1 : height() + random.nextInt(50);
        return new SettlementTransaction(
                id, kind, TestNetwork.CURRENCY, trouble >= 3 && trouble <= 6, version, expiry, reads, writes, adds);
    }
}
