package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.FakePartyKeys;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;

/// Parties with their disks, a network and the consensus groups below, all in one thread under one source of chance.
///
/// Watches the wire: a header that a quorum has signed counts as certified, whether or not anybody put the signatures
/// together. Two of them at one height fail the simulation at once, as do two blocks of one number in the stores.
final class ChainSimulation {
    static final NetworkId NETWORK = new NetworkId(Bytes32.fromHex("ab".repeat(32)));
    static final Parties PARTIES = new Parties(List.of(0, 1, 2, 3), 1, 3);

    /// Whether the effect is carried out; otherwise the party crashes right before it.
    interface Survives extends BiPredicate<Integer, ChainEffect> {}

    interface Loses {
        boolean loses(int from, int to, ChainMessage message);
    }

    final class Party {
        final int id;
        VoteState votes = VoteState.EMPTY;
        final List<Block> blocks = new ArrayList<>();
        Optional<QuorumChain> core = Optional.empty();
        Optional<Long> groupView = Optional.empty();
        boolean groupReady;
        int groupPosition;
        Head groupHead = Head.genesis(NETWORK);

        Party(int id) {
            this.id = id;
        }

        void start() {
            core = Optional.of(
                    new QuorumChain(NETWORK, PARTIES, new FakePartyKeys(id), ChainTimings.DEFAULT, votes, last()));
        }

        void crash() {
            core = Optional.empty();
            leaveGroup();
        }

        boolean isUp() {
            return core.isPresent();
        }

        long height() {
            return blocks.size();
        }

        private Optional<Block> last() {
            return blocks.isEmpty() ? Optional.empty() : Optional.of(blocks.getLast());
        }

        private void leaveGroup() {
            groupView.ifPresent(view -> group(view).members.remove(id));
            groupView = Optional.empty();
            groupReady = false;
        }

        void on(ChainEvent event) {
            if (core.isEmpty()) {
                return;
            }
            for (ChainEffect effect : core.get().on(event)) {
                if (!survives.test(id, effect)) {
                    crash();
                    return;
                }
                carryOut(effect);
            }
        }

        private void carryOut(ChainEffect effect) {
            switch (effect) {
                case ChainEffect.Persist persist ->
                    votes = votes.with(VoteRecord.decode(persist.record().encode()));
                case ChainEffect.Send send -> post(id, send.to(), send.message());
                case ChainEffect.Broadcast broadcast ->
                    PARTIES.ids().stream()
                            .filter(party -> party != id)
                            .forEach(party -> post(id, party, broadcast.message()));
                case ChainEffect.Append append -> append(append.block());
                case ChainEffect.Fetch fetch -> fetches.add(new Fetching(id, fetch.party(), fetch.number()));
                case ChainEffect.StartGroup start -> {
                    groupView = Optional.of(start.view());
                    groupReady = false;
                    groupPosition = 0;
                    groupHead = start.start();
                    group(start.view()).members.add(id);
                }
                case ChainEffect.StopGroup stop -> leaveGroup();
                case ChainEffect.OpenGate gate -> {}
                case ChainEffect.CloseGate gate -> {}
                case ChainEffect.Evidence found -> evidence.add(found.what());
            }
        }

        private void append(Block block) {
            block = Block.decode(block.encode());
            require(block.header().number() == blocks.size() + 1, "blocks are appended in order");
            require(block.matchesRoot(), "entries of the header");
            blocks.add(block);
            Bytes32 first = certifiedBlocks.computeIfAbsent(
                    block.header().number(),
                    ignored -> blocks.getLast().header().hash());
            require(
                    first.equals(block.header().hash()),
                    "two certified blocks " + block.header().number());
        }
    }

    /// One life of the library below: an order that its members agree on and that dies with them.
    final class Group {
        final long view;
        final List<Bytes> decided = new ArrayList<>();
        final Map<Integer, Bytes> splits = new HashMap<>();
        final Set<Integer> members = new TreeSet<>();

        Group(long view) {
            this.view = view;
        }

        private long readyMembers() {
            return members.stream().filter(id -> party(id).groupReady).count();
        }

        boolean canDecide() {
            return readyMembers() >= PARTIES.quorum();
        }

        /// A founder is ready when a quorum starts, a joiner when a quorum is ready.
        void settle() {
            boolean enough = members.size() >= PARTIES.quorum();
            for (int id : List.copyOf(members)) {
                Party member = party(id);
                boolean virgin = decided.isEmpty() && enough;
                if (!member.groupReady && (virgin || readyMembers() >= PARTIES.quorum())) {
                    member.groupReady = true;
                    member.on(new ChainEvent.GroupReady(view));
                }
            }
        }

        void decide(Bytes entry) {
            if (canDecide()) {
                decided.add(entry);
            }
        }

        boolean deliver(int id) {
            Party member = party(id);
            if (!member.groupReady || member.groupPosition >= decided.size()) {
                return false;
            }
            Bytes entry = decided.get(member.groupPosition);
            if (splitParties.contains(id)) {
                entry = splits.getOrDefault(member.groupPosition, entry);
            }
            member.groupPosition++;
            List<Bytes> entries = List.of(entry);
            BlockHeader header = new BlockHeader(
                    NETWORK,
                    member.groupHead.number() + 1,
                    member.groupHead.hash(),
                    Block.entriesRoot(entries),
                    1,
                    view);
            member.groupHead = Head.of(header);
            member.on(new ChainEvent.Executed(view, Candidate.of(header, entries)));
            return true;
        }
    }

    private record Letter(int from, int to, ChainMessage message, byte[] bytes) {}

    private record Fetching(int by, int from, long number) {}

    private final RandomGenerator random;
    private final Map<Integer, Party> all = new TreeMap<>();
    private final Map<Long, Group> groups = new TreeMap<>();
    private final List<Letter> letters = new ArrayList<>();
    private final List<Fetching> fetches = new ArrayList<>();
    private final Map<Long, Bytes32> certifiedBlocks = new HashMap<>();
    private final Map<Long, Map<Bytes32, Set<Integer>>> signedOnWire = new HashMap<>();
    private final Map<Long, Bytes32> certifiedOnWire = new HashMap<>();
    private long counter;

    final List<String> evidence = new ArrayList<>();
    final Set<Integer> splitParties = new HashSet<>();
    Survives survives = (party, effect) -> true;
    BiPredicate<Integer, Integer> connected = (from, to) -> true;

    /// Letters that never arrive.
    Loses lost = (from, to, message) -> false;

    /// Letters that do not arrive for now.
    BiPredicate<Integer, ChainMessage> held = (to, message) -> false;

    long now;

    ChainSimulation(RandomGenerator random) {
        this.random = random;
        PARTIES.ids().forEach(id -> all.put(id, new Party(id)));
    }

    Party party(int id) {
        return java.util.Objects.requireNonNull(all.get(id));
    }

    Collection<Party> parties() {
        return all.values();
    }

    Group group(long view) {
        return groups.computeIfAbsent(view, Group::new);
    }

    void start(Collection<Integer> ids) {
        ids.forEach(id -> party(id).start());
    }

    void crashAll() {
        all.values().forEach(Party::crash);
        letters.clear();
        fetches.clear();
    }

    Bytes freshEntry() {
        return Bytes.of(ByteBuffer.allocate(8).putLong(++counter).array());
    }

    /// A beat passes: ticks, then everything under way arrives, in the order chance picks.
    void beat() {
        now += 500;
        for (Party party : all.values()) {
            party.on(new ChainEvent.Tick(now));
        }
        drain();
    }

    void drain() {
        for (int guardCount = 0; guardCount < 100_000; guardCount++) {
            settle();
            if (!step()) {
                return;
            }
        }
        throw new AssertionError("the parties never come to rest");
    }

    /// The groups that have members; dead ones stay behind by the dozen.
    List<Group> livingGroups() {
        List<Group> living = new ArrayList<>();
        for (Group group : groups.values()) {
            if (!group.members.isEmpty()) {
                living.add(group);
            }
        }
        return living;
    }

    void settle() {
        livingGroups().forEach(Group::settle);
    }

    /// Something under way happens; false when nothing is.
    boolean step() {
        List<Runnable> possible = new ArrayList<>(4);
        int[] deliverable = deliverable();
        if (deliverable.length > 0) {
            possible.add(() -> deliver(letters.remove(deliverable[random.nextInt(deliverable.length)])));
        }
        if (!fetches.isEmpty()) {
            possible.add(() -> serve(fetches.remove(random.nextInt(fetches.size()))));
        }
        for (Group group : livingGroups()) {
            for (int id : group.members) {
                Party member = party(id);
                if (member.groupReady && member.groupPosition < group.decided.size()) {
                    possible.add(() -> group.deliver(id));
                }
            }
        }
        if (possible.isEmpty()) {
            return false;
        }
        possible.get(random.nextInt(possible.size())).run();
        return true;
    }

    /// Places of the letters that are not held back.
    private int[] deliverable() {
        int[] places = new int[letters.size()];
        int count = 0;
        for (int i = 0; i < places.length; i++) {
            Letter letter = letters.get(i);
            if (!held.test(letter.to(), letter.message())) {
                places[count++] = i;
            }
        }
        return count == places.length ? places : Arrays.copyOf(places, count);
    }

    /// Sometimes doubles or loses what is under way.
    void disturb() {
        if (!letters.isEmpty()) {
            Letter letter = letters.get(random.nextInt(letters.size()));
            if (random.nextBoolean()) {
                letters.add(letter);
            } else {
                letters.remove(letter);
            }
        }
    }

    void decideSomewhere() {
        livingGroups().stream().filter(Group::canDecide).forEach(group -> group.decide(freshEntry()));
    }

    /// Runs beats with new decisions until all parties that are up have grown by so many blocks and stand equal.
    void expectProgress(int blocks, int beatsMax) {
        long from = all.values().stream().mapToLong(Party::height).max().orElse(0);
        for (int beat = 0; beat < beatsMax; beat++) {
            decideSomewhere();
            beat();
            boolean done = all.values().stream().filter(Party::isUp).allMatch(party -> party.height() >= from + blocks);
            if (done) {
                return;
            }
        }
        throw new AssertionError("no progress from height " + from + ": " + describe());
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        all.values()
                .forEach(party -> text.append("\n  party ")
                        .append(party.id)
                        .append(" height ")
                        .append(party.height())
                        .append(" promised ")
                        .append(party.votes.promised())
                        .append(" opened ")
                        .append(party.votes.openedView())
                        .append(party.core.map(core -> " " + core.status()).orElse(" down")));
        return text.append("\n  evidence ").append(evidence).toString();
    }

    private void post(int from, int to, ChainMessage message) {
        if (message instanceof ChainMessage.HeaderSignature vote) {
            Set<Integer> signers = signedOnWire
                    .computeIfAbsent(vote.number(), number -> new HashMap<>())
                    .computeIfAbsent(vote.headerHash(), hash -> new HashSet<>());
            signers.add(from);
            if (signers.size() >= PARTIES.quorum()) {
                Bytes32 first = certifiedOnWire.computeIfAbsent(vote.number(), number -> vote.headerHash());
                require(first.equals(vote.headerHash()), "two certified headers of height " + vote.number());
            }
        }
        if (connected.test(from, to) && !lost.loses(from, to, message)) {
            letters.add(new Letter(from, to, message, ChainMessageCodec.encode(message)));
        }
    }

    private void deliver(Letter letter) {
        party(letter.to()).on(new ChainEvent.Received(letter.from(), ChainMessageCodec.decode(letter.bytes())));
    }

    private void serve(Fetching fetching) {
        Party source = party(fetching.from());
        if (!source.isUp() || !connected.test(fetching.from(), fetching.by())) {
            return;
        }
        for (long number = fetching.number(); number <= source.height(); number++) {
            party(fetching.by()).on(new ChainEvent.Fetched(fetching.from(), source.blocks.get((int) number - 1)));
        }
    }

    static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
