package io.florin.ledger.replay;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.rules.BundleCheck;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Replays blocks one transaction after the other: slow and obvious on purpose. It defines what the verdicts are; the
/// parallel committer must agree with it on every input. Everything is in memory. Owned by one thread.
///
/// A verdict is a function of the blocks and the configuration alone (protocol decision 17). Order of the checks: is it
/// a bundle, is it endorsed, is it a transaction, is its id free, is its configuration in force, is it in time, is it
/// audited, are its reads fresh, do the bounds of its additions hold. The configuration of a block is the one in force
/// before it.
public final class SerialReplay {

    /// A value under a key and its version, 1 or higher.
    public record Versioned(long version, Bytes value) {}

    /// Effects of a block.
    ///
    /// @param committed the committed transactions in block order
    public record Applied(
            Checkpoint checkpoint, List<TransactionOutcome> outcomes, List<SettlementTransaction> committed) {}

    /// The block does not continue the chain or its certificate is not valid; nothing was applied.
    public static final class BlockRefused extends RuntimeException {
        public BlockRefused(String message) {
            super(message);
        }
    }

    private final NetworkId network;
    private final BundleCheck check;
    private final Map<StateKey, Versioned> state;
    private final Map<TransactionId, TransactionStatus> claims;
    private final Map<StateKey, Long> counters;
    private NetworkConfiguration configuration;
    private Checkpoint checkpoint;

    public SerialReplay(Genesis genesis) {
        this(genesis, EndorsementCheck::isEndorsed);
    }

    /// @param check of bundles, which says what [EndorsementCheck] says
    public SerialReplay(Genesis genesis, BundleCheck check) {
        this.check = check;
        this.network = genesis.networkId();
        this.state = new HashMap<>();
        this.claims = new HashMap<>();
        this.counters = new HashMap<>();
        this.configuration = genesis.configuration();
        state.put(StateKeys.CONFIGURATION, new Versioned(configuration.version(), Bytes.of(configuration.encode())));
        this.checkpoint = new Checkpoint(
                network,
                0,
                network.value(),
                StateHash.statusRoot(List.of()),
                StateHash.ofGenesis(network, configuration));
    }

    /// Takes over the maps.
    private SerialReplay(
            Checkpoint checkpoint,
            NetworkConfiguration configuration,
            Map<StateKey, Versioned> state,
            Map<TransactionId, TransactionStatus> claims,
            Map<StateKey, Long> counters) {
        this.check = EndorsementCheck::isEndorsed;
        this.network = checkpoint.network();
        this.state = state;
        this.claims = claims;
        this.counters = counters;
        this.configuration = configuration;
        this.checkpoint = checkpoint;
    }

    /// Goes on from an image that [#image] made, as if all blocks up to it had been replayed here. Whoever calls this
    /// must know whose image it is: nothing in it proves that it is what the blocks lead to.
    ///
    /// @param parts of the encoded image, one after the other; asked for no more than there are
    /// @throws io.florin.ledger.codec.DecodeException when they are no image, or one of another network
    public static SerialReplay restore(Genesis genesis, Supplier<byte[]> parts) {
        ReplayImageReader read = ReplayImageReader.read(parts);
        if (!read.checkpoint().network().equals(genesis.networkId())) {
            throw new DecodeException("image of another network");
        }
        return new SerialReplay(read.checkpoint(), read.configuration(), read.state(), read.claims(), read.counters());
    }

    /// Image of the state after the last block, to go on from later: a copy, which other threads may use.
    public ReplayImage image() {
        return new ReplayImage(checkpoint, new HashMap<>(state), new HashMap<>(claims), new HashMap<>(counters));
    }

    /// Checks and applies the next block.
    ///
    /// @throws BlockRefused when the block is not the next one or is not certified
    public Applied apply(Block block) {
        check(block);
        Bytes32 headerHash = block.header().hash();
        Map<Bundle, Boolean> endorsed = new IdentityHashMap<>();
        List<TransactionOutcome> outcomes = new ArrayList<>();
        List<SettlementTransaction> committed = new ArrayList<>();
        for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
            TransactionStatus status = judge(ordered, block.header().number(), endorsed);
            Optional<TransactionId> id = ordered.transaction().map(SettlementTransaction::id);
            if (status.claimsId()) {
                claims.put(id.orElseThrow(), status);
            }
            if (status.isCommitted()) {
                SettlementTransaction transaction = ordered.transaction().orElseThrow();
                applyWrites(transaction);
                committed.add(transaction);
            }
            outcomes.add(new TransactionOutcome(
                    ordered.index(), status, id, Sha256.hash(ordered.raw().toArray())));
        }
        Bytes32 statusRoot = StateHash.statusRoot(outcomes);
        Bytes32 stateHash =
                StateHash.next(checkpoint.stateHash(), block.header().number(), headerHash, statusRoot, committed);
        checkpoint = new Checkpoint(network, block.header().number(), headerHash, statusRoot, stateHash);
        for (SettlementTransaction transaction : committed) {
            configuration = transaction.newConfiguration().orElse(configuration);
        }
        return new Applied(checkpoint, List.copyOf(outcomes), List.copyOf(committed));
    }

    private void check(Block block) {
        var tip = new ChainTip(network, checkpoint.number(), checkpoint.headerHash(), configuration);
        tip.flaw(block).ifPresent(flaw -> {
            throw new BlockRefused("block " + block.header().number() + ": " + flaw.reason());
        });
    }

    private TransactionStatus judge(OrderedTransaction ordered, long height, Map<Bundle, Boolean> endorsed) {
        if (ordered.bundle().isEmpty()) {
            return TransactionStatus.MALFORMED_BUNDLE;
        }
        Bundle bundle = ordered.bundle().get();
        if (!endorsed.computeIfAbsent(bundle, found -> check.isEndorsed(found, network, configuration))) {
            return TransactionStatus.MALFORMED_ENDORSEMENT;
        }
        if (ordered.transaction().isEmpty()) {
            return TransactionStatus.MALFORMED_TRANSACTION;
        }
        SettlementTransaction transaction = ordered.transaction().get();
        if (claims.containsKey(transaction.id())) {
            return TransactionStatus.REJECTED_DUPLICATE_TX_ID;
        }
        if (transaction.configurationVersion() != configuration.version()) {
            return TransactionStatus.ABORTED_STALE_CONFIG;
        }
        if (height > transaction.expiryHeight()) {
            return TransactionStatus.ABORTED_EXPIRED;
        }
        if (!EndorsementCheck.isAudited(ordered, network, configuration)) {
            return TransactionStatus.ABORTED_NOT_AUDITED;
        }
        boolean fresh = transaction.reads().stream().allMatch(read -> version(read.key()) == read.version());
        if (!fresh) {
            return TransactionStatus.ABORTED_READ_CONFLICT;
        }
        boolean bounded = transaction.adds().stream()
                .allMatch(add -> add.after(counter(add.counter())).isPresent());
        return bounded ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED_BOUND_EXCEEDED;
    }

    private void applyWrites(SettlementTransaction transaction) {
        for (Write write : transaction.writes()) {
            StateKey key = transaction.keyOf(write);
            write.after()
                    .ifPresentOrElse(
                            value -> state.put(key, new Versioned(transaction.versionAfter(write), value)),
                            () -> state.remove(key));
        }
        for (CounterAdd add : transaction.adds()) {
            counters.put(add.counter(), add.after(counter(add.counter())).orElseThrow());
        }
    }

    private long version(StateKey key) {
        Versioned found = state.get(key);
        return found == null ? Read.ABSENT : found.version();
    }

    public Checkpoint checkpoint() {
        return checkpoint;
    }

    public NetworkConfiguration configuration() {
        return configuration;
    }

    public Optional<Versioned> read(StateKey key) {
        return Optional.ofNullable(state.get(key));
    }

    /// Value of a counter, zero where nobody has added to it.
    public long counter(StateKey counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /// A copy of the keys in the state.
    public Set<StateKey> keys() {
        return new HashSet<>(state.keySet());
    }

    /// The status of the transaction that claimed the id.
    public Optional<TransactionStatus> status(TransactionId id) {
        return Optional.ofNullable(claims.get(id));
    }
}
