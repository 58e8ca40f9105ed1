package io.florin.simulation.ordering;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ordering.assembler.BlockAssembler;
import io.florin.ordering.assembler.ConfigurationHistory;
import io.florin.ordering.chain.ChainEffect;
import io.florin.ordering.chain.ChainEvent;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.chain.ChainMessageCodec;
import io.florin.ordering.chain.ChainTimings;
import io.florin.ordering.chain.QuorumChain;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.chain.VoteState;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.PartyKeys;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One ordering party: the real [QuorumChain] and [BlockAssembler], connected as the service connects them, on a disk
/// that forgets and a network that loses. What goes to consensus is [PartySubmissions]' part.
public final class PartyNode extends Node {
    /// Shorter than in operation, with the same proportions, so that a run of minutes shows what days show there.
    static final ChainTimings TIMINGS = new ChainTimings(250, 1_000, 1_000, 1_000, 5_000, 4_000, 1_000, 1_000, 1_000);

    private static final int FETCHED_MAX = 32;

    private final int party;
    private final OrderingSurroundings around;
    private final PartyHabits habits;
    private final Parties parties;
    private final PartyKeys keys;
    private final Genesis genesis;
    private final NetworkId network;
    private final SimulatedLog<VoteRecord> voteLog;
    private final SimulatedLog<Block> blockLog;
    private final SimulatedLog<Long> publishedLog;
    private @Nullable Memory memory;

    /// Memory of a process of this party.
    private record Memory(
            Life life,
            QuorumChain chain,
            PartyBlocks blocks,
            Certificates certificates,
            ConfigurationHistory configurations,
            PartySubmissions submissions,
            BlockPublication publication,
            Membership[] membership) {}

    public PartyNode(int party, PartyKeys keys, Genesis genesis, OrderingSurroundings around, PartyHabits habits) {
        super(around.world(), "party-" + party);
        this.party = party;
        this.around = around;
        this.habits = habits;
        this.parties = Parties.of(genesis.configuration().ordering());
        this.keys = habits.keys(keys);
        this.genesis = genesis;
        this.network = genesis.networkId();
        this.voteLog = disk().log();
        this.blockLog = disk().log();
        this.publishedLog = disk().log();
    }

    public int party() {
        return party;
    }

    @Override
    protected void boot(Life begun) {
        VoteState votes = VoteState.EMPTY;
        for (VoteRecord record : habits.votes(voteLog.records())) {
            votes = votes.with(record);
        }
        PartyBlocks blocks = new PartyBlocks(network, blockLog);
        Certificates certificates = new Certificates(network, parties, keys);
        QuorumChain chain = new QuorumChain(network, parties, keys, TIMINGS, votes, blocks.last());
        memory = new Memory(
                begun,
                chain,
                blocks,
                certificates,
                new ConfigurationHistory(network, genesis.configuration(), blocks),
                new PartySubmissions(this, begun, around, parties, blocks, certificates),
                new BlockPublication(
                        this,
                        begun,
                        around,
                        publishedLog,
                        number -> blocks.read(number).map(block -> habits.given(number, block))),
                new Membership[1]);
        blockLog.records().forEach(block -> around.watch().stored(party, block));
        begun.every(TIMINGS.beatMillis(), () -> on(new ChainEvent.Tick(clock().steadyMillis())));
        memory.submissions().start();
        memory.publication().blockStored();
    }

    @Override
    protected void forget() {
        leaveGroup();
        memory = null;
    }

    private Memory memory() {
        if (memory == null) {
            throw new IllegalStateException(name() + " is down");
        }
        return memory;
    }

    // ---- the chain

    void on(ChainEvent event) {
        for (ChainEffect effect : habits.effects(memory().chain().on(event))) {
            effect();
            carryOut(effect);
        }
    }

    private void carryOut(ChainEffect effect) {
        switch (effect) {
            case ChainEffect.Persist(VoteRecord record) -> persist(VoteRecord.decode(record.encode()));
            case ChainEffect.Send(int to, ChainMessage message) -> send(to, message);
            case ChainEffect.Broadcast(ChainMessage message) ->
                around.others(party).forEach(other -> send(other.party, message));
            case ChainEffect.Append(Block block) -> append(block);
            case ChainEffect.Fetch(int from, long number) -> fetch(from, number);
            case ChainEffect.StartGroup start -> startGroup(start.view(), start.start());
            case ChainEffect.StopGroup _ -> leaveGroup();
            case ChainEffect.OpenGate(long view) -> memory().submissions().gateOpened(view, away());
            case ChainEffect.CloseGate _ -> memory().submissions().gateClosed();
            case ChainEffect.Evidence(String what) -> around.watch().evidence(party, what);
        }
    }

    private void persist(VoteRecord record) {
        voteLog.append(record);
        if (habits.syncsVotes()) {
            effect();
            voteLog.sync();
        }
    }

    private void send(int to, ChainMessage message) {
        around.watch().said(party, message);
        byte[] encoded = ChainMessageCodec.encode(message);
        PartyNode other = around.party(to);
        around.network().send(this, other, () -> other.heard(party, encoded));
    }

    private void heard(int from, byte[] encoded) {
        try {
            on(new ChainEvent.Received(from, ChainMessageCodec.decode(encoded)));
        } catch (DecodeException malformed) {
            around.watch().evidence(party, "unreadable message of party " + from);
        }
    }

    private void append(Block block) {
        PartyBlocks blocks = memory().blocks();
        blocks.append(habits.stored(block));
        if (habits.syncsBlocks()) {
            effect();
            blockLog.sync();
        }
        world().mark(block.header().hash().hashCode());
        around.watch().stored(party, blockLog.records().getLast());
        List<Bytes32> digests = new ArrayList<>();
        for (Bytes entry : block.entries()) {
            digests.add(Bundle.digestOf(entry.toArray()));
        }
        effect();
        memory().submissions().stored(digests);
        memory().publication().blockStored();
    }

    private void fetch(int from, long number) {
        PartyNode other = around.party(from);
        around.network()
                .<List<byte[]>>call(
                        this,
                        memory().life(),
                        other,
                        answer -> answer.accept(other.blocksFrom(number)),
                        blocks -> blocks.forEach(block -> fetched(from, block)));
    }

    private void fetched(int from, byte[] encoded) {
        try {
            on(new ChainEvent.Fetched(from, Block.decode(encoded)));
        } catch (DecodeException malformed) {
            around.watch().evidence(party, "unreadable block of party " + from);
        }
    }

    // ---- what others ask

    private List<byte[]> blocksFrom(long number) {
        List<byte[]> blocks = new ArrayList<>();
        for (byte[] block : memory().blocks().read(number, FETCHED_MAX, Long.MAX_VALUE)) {
            blocks.add(habits.given(number + blocks.size(), block));
        }
        return blocks;
    }

    /// For committers and auditors: its store, over the network.
    public Optional<byte[]> block(long number) {
        return memory().blocks().read(number).map(block -> habits.given(number, block));
    }

    public long saidHead() {
        return habits.saidHead(memory().blocks().head().number());
    }

    /// An endorser brings a bundle directly.
    public void submit(byte[] bundle, int endorser) {
        memory().submissions().direct(bundle, endorser);
    }

    // ---- the group below

    /// This party's member of a view's group, with the assembler that is its own.
    private final class Membership implements ConsensusGroups.Member {
        private final long view;
        private final BlockAssembler assembler;
        private final Life life = memory().life();

        Membership(long view, Head start) {
            this.view = view;
            this.assembler = new BlockAssembler(
                    network,
                    habits.configurations(memory().configurations()::at),
                    habits.ordered(memory().blocks()),
                    view,
                    start);
        }

        @Override
        public PartyNode node() {
            return PartyNode.this;
        }

        @Override
        public boolean isOver() {
            return life.isOver() || memory == null || memory.membership()[0] != this;
        }

        @Override
        public boolean takes(Batch batch) {
            return batch.view() == view
                    && parties.contains(batch.party())
                    && memory != null
                    && batch.isSigned(memory.certificates());
        }

        @Override
        public void ready() {
            on(new ChainEvent.GroupReady(view));
        }

        @Override
        public void decided(Batch batch) {
            assembler.stored(memory().blocks().head().number());
            for (Candidate candidate : assembler.decided(List.of(habits.decided(batch)))) {
                on(new ChainEvent.Executed(view, candidate));
            }
        }
    }

    private void startGroup(long view, Head start) {
        Membership member = new Membership(view, start);
        memory().membership()[0] = member;
        around.groups().join(view, member);
    }

    private void leaveGroup() {
        if (memory != null && memory.membership()[0] != null) {
            around.groups().leave(memory.membership()[0].view, memory.membership()[0]);
            memory.membership()[0] = null;
        }
    }

    /// The library gives this party's member up.
    public void memberFails() {
        if (memory != null && memory.membership()[0] != null) {
            on(new ChainEvent.GroupFailed(memory.membership()[0].view));
        }
    }

    /// A batch of this party goes to all members, one of which is enough.
    void submit(Batch batch) {
        Membership own = memory().membership()[0];
        if (own != null) {
            around.groups().submit(batch.view(), own, batch);
        }
        around.others(party).forEach(other -> around.network().send(this, other, () -> other.batch(batch)));
    }

    private void batch(Batch batch) {
        Membership own = memory().membership()[0];
        if (own != null && own.takes(batch)) {
            around.groups().submit(batch.view(), own, batch);
        }
    }

    Set<Integer> away() {
        Set<Integer> away = new HashSet<>(parties.ids());
        away.removeAll(memory().chain().status().workingPeers());
        away.remove(party);
        return away;
    }

    /// For the judge: what its disk has.
    public List<Block> stored() {
        return blockLog.records();
    }

    public String describe() {
        return name() + " height " + blockLog.records().size()
                + (memory == null ? " down" : " " + memory.chain().status());
    }

    /// Watcher of blocks and votes as they happen.
    public interface Watch {
        void said(int party, ChainMessage message);

        /// The block is on the party's disk, behind all others.
        void stored(int party, Block block);

        void evidence(int party, String what);
    }
}
