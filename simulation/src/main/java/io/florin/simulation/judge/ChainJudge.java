package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.StateKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.BundleCheck;
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
import java.util.function.Function;

/// Agreement: no height gets two certified headers, neither on disks nor on the wire, where a header that a quorum has
/// signed counts whether or not anybody put the signatures together. Every certified block is the next one for
/// [SerialReplay], which says what the block does.
public final class ChainJudge implements PartyNode.Watch {
    private final Set<Integer> liars;
    private final Parties parties;
    private final SerialReplay replay;
    private final LedgerSupply supply;
    private final PaymentJudge payments;
    private final ConfigurationJudge configurations;
    private final List<Block> chain = new ArrayList<>();
    private final List<SerialReplay.Applied> applied = new ArrayList<>();
    private final Map<Long, Map<Bytes32, Set<Integer>>> signers = new HashMap<>();
    private final Map<Long, Bytes32> certifiedOnWire = new HashMap<>();
    private final Map<Integer, Long> heights = new HashMap<>();
    private final Set<Bytes> carried = new HashSet<>();
    private final List<String> evidence = new ArrayList<>();

    /// @param hidden worth of a hidden token by its key
    /// @param liars parties whose word counts for nothing
    public ChainJudge(
            Genesis genesis,
            BundleCheck check,
            PaymentJudge payments,
            ConfigurationJudge configurations,
            Function<StateKey, Optional<Long>> hidden,
            Set<Integer> liars) {
        this.payments = payments;
        this.configurations = configurations;
        this.liars = liars;
        this.parties = Parties.of(genesis.configuration().ordering());
        this.replay = new SerialReplay(genesis, check);
        this.supply = new LedgerSupply(hidden);
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

    /// A liar's block is only looked at where others do not have it yet: its certificate may be good.
    @Override
    public void stored(int party, Block block) {
        long number = block.header().number();
        boolean known = number <= chain.size();
        if (liars.contains(party)) {
            if (number == chain.size() + 1) {
                next(block);
            }
            return;
        }
        long last = heights.getOrDefault(party, 0L);
        require(number <= last + 1, "no gap: party " + party + " has block " + number + " after " + last);
        heights.put(party, Math.max(last, number));
        if (known) {
            require(
                    isSame(block, chain.get((int) number - 1)),
                    "agreement: party " + party + " has another certified block " + number);
        } else {
            require(next(block), "no gap: serial replay does not take block " + number + " of party " + party);
        }
    }

    /// Any quorum of signatures will do.
    private static boolean isSame(Block one, Block other) {
        return one.header().equals(other.header()) && one.entries().equals(other.entries());
    }

    /// Check at the end, when all is quiet: a party's disk has the whole chain, entry by entry, and a certificate for
    /// each block.
    public void atTheEnd(PartyNode party) {
        List<Block> stored = party.stored();
        require(stored.size() == chain.size(), party.name() + ": its disk ends with block " + stored.size());
        for (int i = 0; i < stored.size(); i++) {
            Block block = stored.get(i);
            require(isSame(block, chain.get(i)), party.name() + ": another block " + (i + 1) + " on its disk");
            boolean certified = block.certificate().equals(chain.get(i).certificate())
                    || block.certificate()
                            .flaw(block.header(), replay.configuration())
                            .isEmpty();
            require(certified, party.name() + ": block " + (i + 1) + " on its disk is not certified");
        }
    }

    private boolean next(Block block) {
        try {
            applied.add(replay.apply(block));
        } catch (SerialReplay.BlockRefused refused) {
            return false;
        }
        long number = block.header().number();
        chain.add(block);
        block.entries()
                .forEach(entry -> require(carried.add(entry), "once: block " + number + " carries a bundle again"));
        supply.after(applied.getLast(), replay);
        payments.after(applied.getLast());
        configurations.after(block, applied.getLast());
        return true;
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

    /// Effect of a certified block, if there is one of this number.
    public Optional<SerialReplay.Applied> applied(long number) {
        return number < 1 || number > applied.size() ? Optional.empty() : Optional.of(applied.get((int) number - 1));
    }

    public SerialReplay replay() {
        return replay;
    }

    public LedgerSupply supply() {
        return supply;
    }

    public ConfigurationJudge configurations() {
        return configurations;
    }

    /// Evidence of parties against others, the last things first.
    public List<String> evidence() {
        return evidence;
    }
}
