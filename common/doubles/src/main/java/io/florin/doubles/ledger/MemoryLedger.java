package io.florin.doubles.ledger;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.TransactionView;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A ledger in memory: endorses by the real rules and the grid of expiry heights, orders by arrival, commits by key
/// versions, and tells its blocks as one committer signs them. Who is enrolled is a subclass's to say, and when a block
/// is cut is a test's. One lock, its own, guards everything.
public abstract class MemoryLedger implements RulesContext {
    private final Genesis genesis;
    private final LedgerRules rules;
    private final ToldBlocks told;
    private final List<SettlementTransaction> pending = new ArrayList<>();
    private final Set<TransactionId> waiting = new HashSet<>();
    private final Map<StateKey, Long> versions = new HashMap<>();
    private final Map<StateKey, TokenReference> unspent = new LinkedHashMap<>();
    private final Map<String, TransactionView> statuses = new HashMap<>();
    private NetworkConfiguration configuration;

    /// @param committer key of the first committer, or of somebody in its place
    protected MemoryLedger(Genesis genesis, Ed25519KeyPair committer) {
        this.genesis = genesis;
        this.told = new ToldBlocks(genesis, 0, committer);
        this.configuration = genesis.configuration();
        this.rules = LedgerRules.of(genesis.networkId(), new SecureRandom());
        versions.put(StateKeys.CONFIGURATION, configuration.version());
    }

    /// As endorsers do: by the rules, and by the grid of expiry heights.
    protected final synchronized RulesVerdict decide(Submission submission) {
        TransactionHeader header = submission.transaction().header();
        boolean besideTheGrid = header.configurationVersion() == configuration.version()
                && !configuration.limits().isOnGrid(header.expiryHeight());
        return besideTheGrid
                ? new RulesVerdict.Refused(RefusalReason.EXPIRY_OUT_OF_RANGE)
                : rules.check(submission, this);
    }

    /// The transaction waits for the next block.
    protected final synchronized void order(SettlementTransaction transaction) {
        pending.add(transaction);
        waiting.add(transaction.id());
    }

    /// Number of transactions that wait for a block.
    public final synchronized int pending() {
        return pending.size();
    }

    /// Whether it waits for a block or has its final status.
    protected final synchronized boolean isOrdered(TransactionId id) {
        return waiting.contains(id) || statuses.containsKey(id.toHex());
    }

    /// Orders and commits what waits. A configuration is in force from the block after it.
    ///
    /// @return the block's number
    public final synchronized long cut() {
        long number = height() + 1;
        NetworkConfiguration after = configuration;
        List<SettledTransaction> block = new ArrayList<>();
        for (SettlementTransaction transaction : pending) {
            TransactionStatus status = verdict(number, transaction);
            if (status.isCommitted()) {
                apply(number, transaction);
                after = transaction.newConfiguration().orElse(after);
            }
            if (status.claimsId()) {
                String id = transaction.id().toHex();
                statuses.put(id, new TransactionView(id, status.name(), status.number(), number, block.size()));
            }
            block.add(ToldBlocks.told(transaction, status));
        }
        configuration = after;
        pending.clear();
        waiting.clear();
        tell(block);
        return number;
    }

    /// Another configuration is in force after a block of nothing else, as no officers would sign it.
    public final synchronized void configure(NetworkConfiguration next) {
        long replaced = configuration.version();
        tell(List.of(ToldBlocks.told(
                new SettlementTransaction(
                        new TransactionId(Sha256.hash(next.encode())),
                        TransactionKind.CONFIGURATION,
                        NamespaceId.CONFIGURATION,
                        false,
                        replaced,
                        Long.MAX_VALUE,
                        List.of(new Read(StateKeys.CONFIGURATION, replaced)),
                        List.of(new Write.Put(0, Bytes.of(next.encode())))),
                TransactionStatus.COMMITTED)));
        versions.put(StateKeys.CONFIGURATION, next.version());
        configuration = next;
    }

    /// Status of a transaction in a block, as committers decide it; its endorsement was genuine.
    protected synchronized TransactionStatus verdict(long block, SettlementTransaction transaction) {
        if (statuses.containsKey(transaction.id().toHex())) {
            return TransactionStatus.REJECTED_DUPLICATE_TX_ID;
        }
        if (transaction.configurationVersion() != configuration.version()) {
            return TransactionStatus.ABORTED_STALE_CONFIG;
        }
        if (block > transaction.expiryHeight()) {
            return TransactionStatus.ABORTED_EXPIRED;
        }
        boolean current = transaction.reads().stream()
                .allMatch(read -> versions.getOrDefault(read.key(), Read.ABSENT) == read.version());
        return current ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED_READ_CONFLICT;
    }

    private void apply(long block, SettlementTransaction transaction) {
        for (Write write : transaction.writes()) {
            StateKey key = transaction.keyOf(write);
            if (write instanceof Write.Output(int output, var token)) {
                unspent.put(key, new TokenReference(transaction.id(), output, token));
            } else if (write instanceof Write.Spend) {
                unspent.remove(key);
            }
            versions.put(key, transaction.versionAfter(write));
        }
        committed(block, transaction);
    }

    /// Told to a subclass of each committed transaction, before the next one of its block is judged.
    protected void committed(long block, SettlementTransaction transaction) {}

    /// The next block, whatever was committed.
    protected synchronized void tell(List<SettledTransaction> block) {
        told.add(block.toArray(SettledTransaction[]::new));
    }

    /// Results of blocks, in order.
    public final synchronized List<BlockResult> blocks(long from, long limit) {
        return told.results(from, limit);
    }

    /// The final status of a transaction.
    ///
    /// @param id hex
    public final synchronized Optional<TransactionView> status(String id) {
        return Optional.ofNullable(statuses.get(id));
    }

    /// Number, state hash and configuration after the last block.
    public final synchronized LedgerHead head() {
        String network = genesis.networkId().toHex();
        return blocks(Math.max(1, height()), 1).stream()
                .map(block -> block.statuses().checkpoint())
                .findFirst()
                .map(last -> new LedgerHead(
                        network,
                        last.number(),
                        last.headerHash().toHex(),
                        last.stateHash().toHex(),
                        configuration.version()))
                .orElseGet(() -> new LedgerHead(network, 0, network, network, configuration.version()));
    }

    /// Unspent tokens that hide nothing, oldest first.
    public final synchronized List<TokenReference> tokensOf(OwnerKey owner) {
        return unspent.values().stream()
                .filter(reference -> reference.token().owner().equals(owner))
                .toList();
    }

    /// The sum of them in minor units.
    public final synchronized long sumOf(OwnerKey owner) {
        return sum(tokensOf(owner));
    }

    /// The sum of all unspent tokens that hide nothing, in minor units.
    public synchronized long outstanding() {
        return sum(List.copyOf(unspent.values()));
    }

    private static long sum(List<TokenReference> tokens) {
        return tokens.stream()
                .mapToLong(reference -> reference.token().value().minorUnits())
                .sum();
    }

    public final Genesis genesis() {
        return genesis;
    }

    @Override
    public final NetworkId network() {
        return genesis.networkId();
    }

    @Override
    public final synchronized NetworkConfiguration configuration() {
        return configuration;
    }

    @Override
    public final synchronized long height() {
        return told.height();
    }
}
