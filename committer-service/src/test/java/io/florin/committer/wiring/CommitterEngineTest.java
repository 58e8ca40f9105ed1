package io.florin.committer.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.StateView;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.simulation.Workload;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import io.florin.testkit.Seeded;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// The whole committer on RocksDB and real threads, fed with blocks.
final class CommitterEngineTest {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final byte[] FIRST_KEY = {0, 0, 0, 0, 0, 0, 0, 1};

    @TempDir
    private Path directory;

    private final List<CompletedBlock> completed = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());

    private CommitterEngine open(TestNetwork network, Path where, int shards) throws InterruptedException {
        CommitterEngine engine = new CommitterEngine(
                EngineSettings.of(where).withShards(shards),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> faults.add(bug),
                CommitterObserver.NONE);
        engine.addListener(completed::add);
        return engine;
    }

    private static void awaitHeight(CommitterEngine engine, long height) {
        Awaitility.await().atMost(PATIENCE).until(() -> engine.head().number() >= height);
    }

    @Seeded(repeat = 3)
    void agreesWithTheOracleThroughRestarts(long seed) throws InterruptedException {
        Workload workload = new Workload(seed, 14, 40);
        Random random = new Random(seed);
        Path where = directory.resolve(Long.toString(seed));
        int shards = 2 + random.nextInt(2);
        long next = 1;
        while (next <= workload.blocks().size()) {
            try (CommitterEngine engine = open(workload.network(), where, shards)) {
                long upTo = Math.min(workload.blocks().size(), engine.takenBlock() + 1 + random.nextInt(6));
                for (long number = engine.takenBlock() + 1; number <= upTo; number++) {
                    engine.submit(workload.blocks().get((int) number - 1));
                }
                next = upTo + 1;
                if (random.nextBoolean() || next > workload.blocks().size()) {
                    awaitHeight(engine, upTo);
                }
                if (next > workload.blocks().size()) {
                    requireSame(workload, engine);
                }
            }
        }
        assertThat(faults).isEmpty();
        Map<Long, CompletedBlock> byNumber = new HashMap<>();
        completed.forEach(block -> byNumber.put(block.number(), block));
        byNumber.forEach((number, block) -> assertThat(block.statuses().outcomes())
                .isEqualTo(workload.expected().get((int) (number - 1)).outcomes()));
    }

    private static void requireSame(Workload workload, CommitterEngine engine) {
        assertThat(engine.head().checkpoint()).isEqualTo(workload.oracle().checkpoint());
        assertThat(engine.head().configuration()).isEqualTo(workload.oracle().configuration());
        try (StateView view = engine.view().orElseThrow()) {
            assertThat(view.block()).isEqualTo(workload.blocks().size());
            Map<OwnerKey, List<StateKey>> tokens = new HashMap<>();
            for (StateKey key : workload.oracle().keys()) {
                StoredValue value = view.read(key).orElseThrow();
                assertThat(value.value())
                        .isEqualTo(workload.oracle().read(key).orElseThrow().value());
                if (value instanceof StoredValue.StoredToken(TokenReference reference)) {
                    tokens.computeIfAbsent(reference.token().owner(), _ -> new ArrayList<>())
                            .add(key);
                }
            }
            for (OwnerKey owner : workload.owners()) {
                List<StateKey> expected = tokens.getOrDefault(owner, new ArrayList<>());
                Collections.sort(expected);
                assertThat(view.tokensOf(owner, 10_000))
                        .extracting(TokenReference::key)
                        .isEqualTo(expected);
            }
            for (int block = 0; block < workload.expected().size(); block++) {
                for (TransactionOutcome outcome : workload.expected().get(block).outcomes()) {
                    if (outcome.status().claimsId()) {
                        TransactionId id = outcome.id().orElseThrow();
                        assertThat(view.claim(id).orElseThrow().status()).isEqualTo(outcome.status());
                    }
                }
            }
        }
        for (int block = 0; block < workload.expected().size(); block++) {
            var statuses = engine.statuses(block + 1L).orElseThrow();
            assertThat(statuses.checkpoint())
                    .isEqualTo(workload.expected().get(block).checkpoint());
            assertThat(engine.block(block + 1L)).contains(workload.blocks().get(block));
        }
    }

    @Test
    void refusesWhatIsNotTheNextCertifiedBlock() throws InterruptedException {
        Workload workload = new Workload(7, 3, 10);
        Workload other = new Workload(8, 3, 10);
        TestNetwork network = workload.network();
        Block first = workload.blocks().get(0);
        Block second = workload.blocks().get(1);
        try (CommitterEngine engine = open(network, directory, 2)) {
            engine.submit(first);
            Map<Block, BlockFlaw> bad = new HashMap<>();
            bad.put(other.blocks().get(1), BlockFlaw.OTHER_NETWORK);
            bad.put(first, BlockFlaw.RENUMBERED);
            bad.put(workload.blocks().get(2), BlockFlaw.RENUMBERED);
            bad.put(network.block(2, Bytes32.ZERO, second.entries()), BlockFlaw.NOT_SUCCESSOR);
            bad.put(
                    new Block(second.header(), second.certificate(), List.of(Bytes.of(new byte[] {1}))),
                    BlockFlaw.WRONG_ROOT);
            bad.put(
                    new Block(second.header(), network.certify(second.header(), 0, 1), second.entries()),
                    BlockFlaw.BAD_CERTIFICATE);
            bad.put(
                    new Block(second.header(), new QuorumCertificate(List.of()), second.entries()),
                    BlockFlaw.BAD_CERTIFICATE);
            bad.forEach((block, flaw) -> assertThatThrownBy(() -> engine.submit(block))
                    .isInstanceOfSatisfying(
                            BlockRefusedException.class,
                            refused -> assertThat(refused.flaw()).isEqualTo(flaw)));
            engine.submit(second);
            awaitHeight(engine, 2);
            assertThat(engine.head().checkpoint())
                    .isEqualTo(workload.expected().get(1).checkpoint());
        }
    }

    @Test
    void settlesBlocksInDoubtBeforeItTakesOthers() throws InterruptedException {
        Workload workload = new Workload(9, 8, 30);
        try (CommitterEngine engine = open(workload.network(), directory, 2)) {
            for (Block block : workload.blocks()) {
                engine.submit(block);
            }
        }
        try (CommitterEngine engine = open(workload.network(), directory, 2)) {
            assertThat(engine.takenBlock()).isEqualTo(8);
            awaitHeight(engine, 8);
            requireSame(workload, engine);
        }
    }

    @Test
    void refusesADirectoryOfAnotherNetworkOrNumberOfShards() throws InterruptedException {
        Workload workload = new Workload(10, 1, 5);
        open(workload.network(), directory, 2).close();
        assertThatThrownBy(() -> open(new TestNetwork(11), directory, 2)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> open(workload.network(), directory, 3)).isInstanceOf(Failure.class);
        open(workload.network(), directory, 2).close();
    }

    @Test
    void viewsStayAtTheirHeight() throws InterruptedException {
        Workload workload = new Workload(12, 6, 30);
        try (CommitterEngine engine = open(workload.network(), directory, 2)) {
            engine.submit(workload.blocks().get(0));
            awaitHeight(engine, 1);
            try (StateView view = engine.view().orElseThrow()) {
                List<SettlementTransaction> committed =
                        workload.expected().get(0).committed();
                for (Block block : workload.blocks().subList(1, 6)) {
                    engine.submit(block);
                }
                awaitHeight(engine, 6);
                assertThat(view.block()).isEqualTo(1);
                for (SettlementTransaction transaction : committed) {
                    transaction
                            .writes()
                            .forEach(write -> assertThat(view.read(transaction.keyOf(write)))
                                    .isPresent());
                }
                Optional<SettlementTransaction> later =
                        workload.expected().get(3).committed().stream().findFirst();
                assertThat(view.claim(later.orElseThrow().id())).isEmpty();
            }
        }
    }

    /// An engine that cannot start must not keep its databases open: the next try, perhaps in the same process, needs
    /// them.
    @Test
    void leavesNothingOpenWhenItCannotStart() throws Exception {
        Workload workload = new Workload(13, 1, 5);
        open(workload.network(), directory, 2).close();
        onBlocks((database, blocks) -> database.put(blocks, FIRST_KEY, new byte[] {1}));
        assertThatThrownBy(() -> open(workload.network(), directory, 2)).isInstanceOf(DecodeException.class);
        onBlocks((database, blocks) -> database.delete(blocks, FIRST_KEY));
        try (CommitterEngine engine = open(workload.network(), directory, 2)) {
            engine.submit(workload.blocks().getFirst());
            awaitHeight(engine, 1);
        }
    }

    private interface Change {
        void on(RocksDB database, ColumnFamilyHandle blocks) throws RocksDBException;
    }

    private void onBlocks(Change change) throws RocksDBException {
        String chain = directory.resolve("chain").toString();
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (Options listing = new Options();
                DBOptions options = new DBOptions()) {
            List<byte[]> names = RocksDB.listColumnFamilies(listing, chain);
            names.forEach(name -> families.add(new ColumnFamilyDescriptor(name)));
            int blocks = names.stream()
                    .map(name -> new String(name, StandardCharsets.US_ASCII))
                    .toList()
                    .indexOf("blocks");
            try (RocksDB database = RocksDB.open(options, chain, families, handles)) {
                change.on(database, handles.get(blocks));
                handles.forEach(ColumnFamilyHandle::close);
            }
        }
    }
}
