package io.florin.ordering.chain.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.assembler.BlockAssembler;
import io.florin.ordering.assembler.ConfigurationHistory;
import io.florin.ordering.blockstore.adapter.BlockFiles;
import io.florin.ordering.chain.ChainEvent;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.chain.ChainMessageCodec;
import io.florin.ordering.chain.ChainStatus;
import io.florin.ordering.chain.GroupPhase;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Four parties with their real chains, threads, keys, vote logs, block stores and indexes on disk; only the library
/// below is an order kept in memory, which dies with its members, and messages go by method call, encoded.
///
/// A party is killed by taking it off the network and its disk at one moment, whatever it is doing, and copying what
/// its directory holds then: the copy is what the next start finds. Nothing is closed before the copy but threads.
///
/// Watches the wire: a header that a quorum has signed counts as certified. Two of them at one height are a fork.
final class DiskParties implements AutoCloseable {
    private static final Duration WAIT = Patience.LIMIT;
    private static final ChainProperties FAST = new ChainProperties(
            Duration.ofMillis(20),
            Duration.ofMillis(800),
            Duration.ofMillis(60),
            Duration.ofMillis(200),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ZERO,
            Duration.ofMillis(40));

    /// Whether a message arrives; asked before the sender goes on.
    interface Wire {
        boolean carries(int from, int to, ChainMessage message);
    }

    final TestNetwork network = new TestNetwork(5);
    final Parties parties = Parties.of(network.configuration().ordering());
    private final Path directory;
    private final Map<Integer, Party> alive = new ConcurrentSkipListMap<>();
    private final Map<Integer, Path> disks = new ConcurrentSkipListMap<>();
    private final Map<Long, Group> groups = new HashMap<>();
    private final Map<Long, Map<Bytes32, Set<Integer>>> signed = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private volatile Wire wire = (from, to, message) -> true;
    private int copies;

    DiskParties(Path directory) {
        this.directory = directory;
        parties.ids().forEach(id -> disks.put(id, directory.resolve("party-" + id)));
    }

    /// The life of one party from a start to its death.
    private final class Party implements ChainSurroundings {
        private final int id;
        private final BlockFiles blocks;
        private final ConfigurationHistory configurations;
        private final ChainLoop chain;
        private volatile boolean dead;
        private long view;
        private int delivered;
        private @Nullable BlockAssembler assembler;

        Party(int id, Path disk) {
            this.id = id;
            this.blocks = new BlockFiles(disk.resolve("blocks"), network.networkId());
            this.configurations = new ConfigurationHistory(network.networkId(), network.configuration(), blocks);
            var keys = new Ed25519PartyKeys(
                    id, network.party(id), network.configuration().ordering());
            this.chain = new ChainLoop(
                    disk, network.networkId(), parties, keys, FAST, blocks.last(), this, (component, bug) -> {
                        synchronized (faults) {
                            faults.add(component + ": " + bug);
                        }
                    });
        }

        @Override
        public void send(int to, ChainMessage message) {
            if (dead) {
                return;
            }
            boolean carried = wire.carries(id, to, message);
            if (message instanceof ChainMessage.HeaderSignature vote) {
                noteSignature(id, vote);
            }
            Party target = alive.get(to);
            if (carried && target != null && !target.dead) {
                target.chain.receive(id, ChainMessageCodec.encode(message));
            }
        }

        @Override
        public void append(Block block) {
            if (!dead) {
                blocks.append(block);
            }
        }

        @Override
        public void fetch(int party, long number) {
            Party source = alive.get(party);
            if (dead || source == null || source.dead) {
                return;
            }
            for (byte[] block : source.blocks.read(number, 100, Long.MAX_VALUE)) {
                chain.offer(new ChainEvent.Fetched(party, Block.decode(block)));
            }
        }

        @Override
        public void startGroup(long started, Head start, boolean founding) {
            synchronized (groups) {
                if (dead) {
                    return;
                }
                view = started;
                delivered = 0;
                assembler = new BlockAssembler(network.networkId(), configurations::at, blocks, started, start);
                group(started).join(this);
            }
        }

        @Override
        public void stopGroup(long stopped) {
            synchronized (groups) {
                group(stopped).members.remove(id);
                assembler = null;
            }
        }

        @Override
        public void openGate(long opened) {}

        @Override
        public void closeGate() {}

        @Override
        public void evidence(String what) {
            synchronized (faults) {
                faults.add("evidence at party " + id + ": " + what);
            }
        }

        /// Carries out the decisions up to a number of them.
        void deliver(List<List<Bytes>> decisions) {
            for (; delivered < decisions.size(); delivered++) {
                var batch = new Batch(0, view, 1, 0, delivered, decisions.get(delivered), Bytes.of(new byte[64]));
                Objects.requireNonNull(assembler);
                assembler.stored(blocks.head().number());
                for (Candidate candidate : assembler.decided(List.of(batch))) {
                    chain.offer(new ChainEvent.Executed(view, candidate));
                }
            }
        }
    }

    /// One life of the library below: an order its members agree on.
    private final class Group {
        private final long view;
        private final List<List<Bytes>> decisions = new ArrayList<>();
        private final Map<Integer, Party> members = new TreeMap<>();

        Group(long view) {
            this.view = view;
        }

        void join(Party member) {
            members.put(member.id, member);
            if (members.size() == parties.quorum()) {
                members.values().forEach(it -> it.chain.offer(new ChainEvent.GroupReady(view)));
            } else if (members.size() > parties.quorum()) {
                member.chain.offer(new ChainEvent.GroupReady(view));
            }
            if (members.size() > parties.quorum()) {
                member.deliver(decisions);
            }
        }
    }

    private Group group(long view) {
        return groups.computeIfAbsent(view, Group::new);
    }

    private void noteSignature(int from, ChainMessage.HeaderSignature vote) {
        synchronized (signed) {
            Map<Bytes32, Set<Integer>> height = signed.computeIfAbsent(vote.number(), number -> new HashMap<>());
            height.computeIfAbsent(vote.headerHash(), hash -> new TreeSet<>()).add(from);
            long certified = height.values().stream()
                    .filter(signers -> signers.size() >= parties.quorum())
                    .count();
            if (certified > 1) {
                synchronized (faults) {
                    faults.add("two certified headers of height " + vote.number() + ": " + height);
                }
            }
        }
    }

    void wire(Wire now) {
        wire = now;
    }

    /// Starts these parties on what their disks hold.
    void start(Collection<Integer> ids) {
        List<Party> started = ids.parallelStream()
                .map(id -> new Party(id, created(Objects.requireNonNull(disks.get(id)))))
                .toList();
        started.forEach(party -> alive.put(party.id, party));
        started.forEach(party -> party.chain.start());
    }

    /// Takes these parties off network and disk; see the class comment. To be called by any thread.
    void cutOff(Collection<Integer> ids) {
        ids.forEach(id -> Optional.ofNullable(alive.get(id)).ifPresent(party -> party.dead = true));
    }

    /// Ends parties and keeps what is on their disks at this moment.
    void kill(Collection<Integer> ids) {
        cutOff(ids);
        List<Party> killed = ids.stream()
                .flatMap(id -> Optional.ofNullable(alive.remove(id)).stream())
                .toList();
        synchronized (groups) {
            killed.forEach(party -> groups.values().forEach(group -> group.members.remove(party.id, party)));
        }
        copies++;
        killed.parallelStream().forEach(party -> {
            party.chain.close();
            Path copy = directory.resolve("party-" + party.id + "-" + copies);
            copy(Objects.requireNonNull(disks.put(party.id, copy)), copy);
            party.blocks.close();
        });
    }

    private static Path created(Path disk) {
        try {
            return Files.createDirectories(disk);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    Set<Integer> alive() {
        return new TreeSet<>(alive.keySet());
    }

    ChainStatus status(int id) {
        return Objects.requireNonNull(alive.get(id)).chain.status();
    }

    long height(int id) {
        return Objects.requireNonNull(alive.get(id)).blocks.head().number();
    }

    List<Block> chain(int id) {
        return Objects.requireNonNull(alive.get(id)).blocks.read(1, Integer.MAX_VALUE, Long.MAX_VALUE).stream()
                .map(Block::decode)
                .toList();
    }

    /// Waits until all that are alive work in one view and have the same blocks.
    void awaitView() {
        await().atMost(WAIT)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(alive.keySet()).as(describe()).allSatisfy(id -> {
                    assertThat(status(id).phase()).isEqualTo(GroupPhase.READY);
                    assertThat(status(id).ready()).isEqualTo(alive.size());
                    assertThat(height(id)).isEqualTo(status(id).highestSeen());
                }));
    }

    /// The members of the newest view decide, be they a quorum or not; only these parties are told, the others die
    /// before they hear of it.
    ///
    /// @return the view
    long decide(Set<Integer> told, Bytes... entries) {
        synchronized (groups) {
            long newest = groups.entrySet().stream()
                    .filter(group -> !group.getValue().members.isEmpty())
                    .mapToLong(Map.Entry::getKey)
                    .max()
                    .orElseThrow();
            Group group = group(newest);
            group.decisions.add(List.of(entries));
            group.members.values().stream()
                    .filter(member -> told.contains(member.id))
                    .forEach(member -> member.deliver(group.decisions));
            return newest;
        }
    }

    /// Decides the entry, and again in each later view until the condition holds: on a machine under load a group may
    /// be taken for dead, and what it was told dies with it. Routers bring such bundles again, too.
    void decideUntil(Set<Integer> told, Bytes entry, BooleanSupplier condition) {
        Set<Long> tried = new HashSet<>(Set.of(decide(told, entry)));
        await().atMost(WAIT).pollInterval(Duration.ofMillis(2)).until(() -> {
            commonView().filter(tried::add).ifPresent(view -> decide(told, entry));
            return condition.getAsBoolean();
        });
    }

    /// The view in which all that are alive work, if there is one.
    private Optional<Long> commonView() {
        List<ChainStatus> statuses = alive.keySet().stream().map(this::status).toList();
        boolean together = statuses.stream()
                .allMatch(status -> status.phase() == GroupPhase.READY
                        && status.ready() == statuses.size()
                        && status.opened() == statuses.getFirst().opened());
        return together ? Optional.of(statuses.getFirst().opened()) : Optional.empty();
    }

    /// Whether a block of one that is alive carries the entry.
    boolean isStored(Bytes entry) {
        return alive.keySet().stream().anyMatch(id -> carries(id, entry));
    }

    /// Whether the blocks of all that are alive carry the entry.
    boolean isStoredByAll(Bytes entry) {
        return alive.keySet().stream().allMatch(id -> carries(id, entry));
    }

    /// Waits until the blocks of all that are alive carry the entry.
    void awaitEntry(Bytes entry) {
        await().atMost(WAIT)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(alive.keySet())
                        .as(describe())
                        .allSatisfy(id -> assertThat(carries(id, entry)).isTrue()));
    }

    private boolean carries(int id, Bytes entry) {
        return Objects.requireNonNull(alive.get(id)).blocks.contains(Bundle.digestOf(entry.toArray()));
    }

    /// One chain at all that are alive, certified under the genesis keys, with each of these entries once.
    void assertOneChain(List<Bytes> entries) {
        assertThat(faults).isEmpty();
        List<Block> chain = chain(alive.keySet().iterator().next());
        Set<Bytes> seen = new HashSet<>();
        Bytes32 previous = network.networkId().value();
        for (Block block : chain) {
            assertThat(block.header().previousHash()).isEqualTo(previous);
            assertThat(block.matchesRoot()).isTrue();
            assertThat(block.certificate().flaw(block.header(), network.configuration()))
                    .isEmpty();
            assertThat(block.entries()).allMatch(seen::add);
            previous = block.header().hash();
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(entries);
        for (int id : alive.keySet()) {
            assertThat(chain(id).stream().map(Block::header))
                    .containsExactlyElementsOf(chain.stream().map(Block::header).toList());
        }
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        alive.forEach(
                (id, party) -> text.append("\n  party ").append(id).append(' ').append(party.chain.status()));
        return text.append("\n  ").append(faults).toString();
    }

    @Override
    public void close() {
        kill(alive());
    }
}
