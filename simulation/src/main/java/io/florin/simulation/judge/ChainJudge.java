package io.florin.simulation.judge;

import static io.florin.simulation.world.Violation.require;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.protocol.Parties;
import io.florin.simulation.ordering.PartyNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Agreement: no height gets two certified headers, neither on disks nor on the wire, where a header that a quorum has
/// signed counts whether or not anybody put the signatures together. Every certified block is the next one for
/// [SerialReplay], which says what the block does.
public final class ChainJudge implements PartyNode.Watch {
    private final Set<Integer> liars;
    private final Parties parties;
    private final SerialReplay replay;
    private final LedgerSupply supply;
    private final List<Block> chain = new ArrayList<>();
    private final List<SerialReplay.Applied> applied = new ArrayList<>();
    private final Map<Long, Map<Bytes32, Set<Integer>>> signers = new HashMap<>();
    private final Map<Long, Bytes32> certifiedOnWire = new HashMap<>();
    private final Map<Integer, Long> heights = new HashMap<>();
    private final Set<Bytes> carried = new HashSet<>();
    private final List<String> evidence = new ArrayList<>();

    /// @param liars parties whose word counts for nothing
    public ChainJudge(Genesis genesis, Set<Integer> liars) {
        this.liars = liars;
        this.parties = Parties.of(genesis.configuration().ordering());
        this.replay = new SerialReplay(genesis);
        this.supply = new LedgerSupply();
    }

    @Override
    public void said(int party, ChainMessage message) {
        if (message instanceof ChainMessage.HeaderSignature vote) {
            Set<Integer> all = signers.computeIfAbsent(vote.number(), _ -> new HashMap<>())
                    .computeIfAbsent(vote.headerHash(), _ -> new HashSet<>());
            all.add(party);
            if (all.size() >= parties.quorum()) {
                Bytes32 first = certifiedOnWire.putIfAbsent(vote.number(), vote.headerHash());
                require(
                        first == null || first.equals(vote.headerHash()),
                        "agreement: two headers of height " + vote.number() + " have a quorum of signatures");
            }
        }
    }

    @Override
    public void certified(int party, Block block) {
        if (liars.contains(party)) {
            return;
        }
        long number = block.header().number();
        long last = heights.getOrDefault(party, 0L);
        require(number <= last + 1, "no gap: party " + party + " has block " + number + " after " + last);
        heights.put(party, number);
        if (number <= chain.size()) {
            require(
                    chain.get((int) number - 1)
                            .header()
                            .hash()
                            .equals(block.header().hash()),
                    "agreement: party " + party + " has another certified block " + number);
            return;
        }
        require(number == chain.size() + 1, "no gap: block " + number + " is certified after " + chain.size());
        try {
            applied.add(replay.apply(block));
        } catch (SerialReplay.BlockRefused refused) {
            throw new io.florin.simulation.world.Violation("serial replay refuses a block of party " + party, refused);
        }
        chain.add(block);
        carried.addAll(block.entries());
        supply.after(applied.getLast(), replay);
    }

    @Override
    public void evidence(int party, String what) {
        evidence.add("party " + party + ": " + what);
    }

    public long height() {
        return chain.size();
    }

    /// Whether blocks carry all these bundles that can be read; parties leave the others where they are.
    public boolean carriesAll(Collection<Bytes> bundles) {
        return bundles.stream().allMatch(bundle -> carried.contains(bundle) || !isBundle(bundle));
    }

    private static boolean isBundle(Bytes entry) {
        try {
            Bundle.decode(entry.toArray());
            return true;
        } catch (DecodeException garbage) {
            return false;
        }
    }

    /// What a certified block does, if there is one of this number.
    public Optional<SerialReplay.Applied> applied(long number) {
        return number < 1 || number > applied.size() ? Optional.empty() : Optional.of(applied.get((int) number - 1));
    }

    public SerialReplay replay() {
        return replay;
    }

    public LedgerSupply supply() {
        return supply;
    }

    /// What parties found on others, the last things first.
    public List<String> evidence() {
        return evidence;
    }
}
