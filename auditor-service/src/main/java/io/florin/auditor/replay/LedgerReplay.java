package io.florin.auditor.replay;

import io.florin.auditor.protocol.Past;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.ReplayedTransaction;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Ahead;
import io.florin.auditor.replay.BlockVerdict.Refused;
import io.florin.auditor.replay.BlockVerdict.Repeat;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKey;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.BundleCheck;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// The auditor's own ledger: takes blocks from anywhere, applies the next certified one, refuses everything else.
///
/// | what is offered | verdict |
/// |---|---|
/// | no block | refused, unreadable |
/// | a block under another number than its header's | refused, renumbered |
/// | of another network, larger than a block may be, entries not those of the header, certificate not valid | refused, forged |
/// | certified, number of an applied block, another header | refused, the chain is forked |
/// | certified, next number, not after the last block | refused, the chain is forked |
/// | an applied block again | repeat |
/// | certified, beyond the next number | ahead: nothing is applied |
/// | the next certified block | applied |
///
/// Everything is in memory and starts at genesis, or at a [ReplaySnapshot]. One thread at a time.
public final class LedgerReplay implements Past {

    private final NetworkId network;
    private final SerialReplay replay;
    private final List<Checkpoint> checkpoints;
    private final NavigableMap<Long, NetworkConfiguration> configurations;

    public LedgerReplay(Genesis genesis) {
        this(genesis, EndorsementCheck::isEndorsed);
    }

    /// @param check of bundles, which says what [EndorsementCheck] says
    public LedgerReplay(Genesis genesis, BundleCheck check) {
        this.replay = new SerialReplay(genesis, check);
        this.network = genesis.networkId();
        this.checkpoints = new ArrayList<>(List.of(replay.checkpoint()));
        this.configurations = new TreeMap<>(Map.of(1L, replay.configuration()));
    }

    /// Goes on where a snapshot was taken. Takes over what it is given.
    ///
    /// @param checkpoints of all blocks from 0 to the replay's
    /// @param configurations by the first block for which each is in force
    LedgerReplay(
            SerialReplay replay,
            List<Checkpoint> checkpoints,
            NavigableMap<Long, NetworkConfiguration> configurations) {
        this.replay = replay;
        this.network = replay.checkpoint().network();
        this.checkpoints = checkpoints;
        this.configurations = configurations;
    }

    /// Everything that is known here, copied, to go on from at another time.
    ///
    /// @param rows digest of what is stored of the blocks so far
    /// @param memories what others remember of them, by name
    public ReplaySnapshot snapshot(Bytes32 rows, SortedMap<String, Bytes> memories) {
        return new ReplaySnapshot(rows, memories, List.copyOf(checkpoints), configurations, replay.image());
    }

    /// @param announced the number under which the source gave it, where it gave one
    public BlockVerdict offer(OptionalLong announced, Bytes encoded) {
        Block block;
        try {
            block = Block.decode(encoded.toArray());
        } catch (DecodeException unreadable) {
            return new Refused(IncidentKind.UNREADABLE_BLOCK, announced.orElse(0), reason(unreadable));
        }
        long number = block.header().number();
        if (announced.isPresent() && announced.getAsLong() != number) {
            return new Refused(
                    IncidentKind.RENUMBERED_BLOCK, number, "block " + number + " came as " + announced.getAsLong());
        }
        if (!block.header().network().equals(network)) {
            return new Refused(IncidentKind.FORGED_BLOCK, number, "block of another network");
        }
        if (number == height() + 1) {
            return apply(block, encoded);
        }
        Optional<String> flaw = flaw(block);
        if (flaw.isPresent()) {
            return new Refused(IncidentKind.FORGED_BLOCK, number, flaw.get());
        }
        if (number > height()) {
            return new Ahead(number);
        }
        return checkpoint(number).headerHash().equals(block.header().hash())
                ? new Repeat(number)
                : new Refused(IncidentKind.FORKED_CHAIN, number, "a second certified block " + number);
    }

    private BlockVerdict apply(Block block, Bytes encoded) {
        NetworkConfiguration before = replay.configuration();
        Map<StateKey, Amount> tokens = tokensToSpend(block);
        SerialReplay.Applied applied;
        try {
            applied = replay.apply(block);
        } catch (SerialReplay.BlockRefused refused) {
            return flaw(block)
                    .map(flaw -> new Refused(
                            IncidentKind.FORGED_BLOCK, block.header().number(), flaw))
                    .orElseGet(() -> new Refused(
                            IncidentKind.FORKED_CHAIN, block.header().number(), reason(refused)));
        }
        checkpoints.add(applied.checkpoint());
        if (before.version() != replay.configuration().version()) {
            configurations.put(height() + 1, replay.configuration());
        }
        return new Accepted(new ReplayedBlock(
                block, encoded, applied.checkpoint(), applied.outcomes(), committed(applied, tokens), before));
    }

    /// Flaw of a block wherever in the chain it stands.
    private Optional<String> flaw(Block block) {
        NetworkConfiguration inForce = configuration(block.header().number());
        return block.flaw(inForce)
                .map(flaw -> block.certificate()
                        .flaw(block.header(), inForce)
                        .filter(_ -> flaw == BlockFlaw.BAD_CERTIFICATE)
                        .orElse(flaw.reason()));
    }

    /// Worth, before the block, of the tokens that its transactions want to spend.
    private Map<StateKey, Amount> tokensToSpend(Block block) {
        Map<StateKey, Amount> found = new HashMap<>();
        for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
            ordered.transaction()
                    .ifPresent(transaction -> transaction.spends().forEach(spend -> {
                        StateKey key = transaction.keyOf(spend);
                        replay.read(key)
                                .flatMap(stored -> TokenWorth.of(stored.value()))
                                .ifPresent(worth -> found.put(key, worth));
                    }));
        }
        return found;
    }

    private static List<ReplayedTransaction> committed(SerialReplay.Applied applied, Map<StateKey, Amount> tokens) {
        List<ReplayedTransaction> committed = new ArrayList<>();
        List<TransactionOutcome> winners = applied.outcomes().stream()
                .filter(outcome -> outcome.status().isCommitted())
                .toList();
        for (int i = 0; i < winners.size(); i++) {
            SettlementTransaction transaction = applied.committed().get(i);
            List<Optional<Amount>> spent = transaction.spends().stream()
                    .map(spend -> Optional.ofNullable(tokens.remove(transaction.keyOf(spend))))
                    .toList();
            for (Write.Output output : transaction.outputs()) {
                tokens.put(transaction.keyOf(output), output.token().value());
            }
            for (Write.HiddenOutput output : transaction.hiddenOutputs()) {
                output.token().amount().ifPresent(worth -> tokens.put(transaction.keyOf(output), worth));
            }
            committed.add(new ReplayedTransaction(winners.get(i).index(), transaction, spent));
        }
        return committed;
    }

    /// The sum of all unspent tokens by namespace, counted one by one over the whole state; of tokens with a hidden
    /// value nothing is counted.
    public SortedMap<Integer, BigInteger> unspent() {
        SortedMap<Integer, BigInteger> sums = new TreeMap<>();
        for (StateKey key : replay.keys()) {
            replay.read(key)
                    .flatMap(stored -> TokenWorth.of(stored.value()))
                    .ifPresent(worth -> sums.merge(
                            key.namespace().value(), BigInteger.valueOf(worth.minorUnits()), BigInteger::add));
        }
        return sums;
    }

    public NetworkId network() {
        return network;
    }

    @Override
    public long height() {
        return replay.checkpoint().number();
    }

    @Override
    public Checkpoint checkpoint(long block) {
        return checkpoints.get(Math.toIntExact(block));
    }

    @Override
    public NetworkConfiguration configuration(long block) {
        return configurations.floorEntry(Math.max(1, block)).getValue();
    }

    public Checkpoint checkpoint() {
        return replay.checkpoint();
    }

    /// The configuration in force for the next block.
    public NetworkConfiguration configuration() {
        return replay.configuration();
    }

    private static String reason(RuntimeException refused) {
        return String.valueOf(refused.getMessage());
    }
}
