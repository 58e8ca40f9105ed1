package io.florin.committer.reconciliation.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.LedgerHead;
import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.protocol.StateView;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.api.CommitterInternalApi.ReconciliationSummary;
import io.florin.runtime.api.EndorserInternalApi;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.DBOptions;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/// Questions to endorsers, and rows that are looked at, while blocks come and while none do.
final class ReconciliationWorkTest {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final TestNetwork network = new TestNetwork(61);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay replay = new SerialReplay(network.genesis());
    private final List<BlockStatuses> statuses = new ArrayList<>();
    private final Map<String, ClientTransaction> archive = new LinkedHashMap<>();
    private final List<Integer> asked = new ArrayList<>();
    private final Statistics counted = new Statistics();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private ReconciliationStore store;
    private ReconciliationLoop loop;

    @BeforeEach
    void open(@TempDir Path directory) {
        store = new ReconciliationStore(directory, new DBOptions().setStatistics(counted));
        loop = new ReconciliationLoop(
                new Complete(),
                store,
                List.of(new Archive()),
                new ReconciliationProperties(true, 2, 8, PAUSE, PAUSE.multipliedBy(64), 1_000),
                () -> now,
                accusation -> {
                    throw new AssertionError(accusation.reason());
                },
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                });
    }

    @AfterEach
    void close() {
        loop.close();
        store.close();
        counted.close();
    }

    /// The endorser that has everything but what it is to have forgotten.
    private final class Archive implements EndorserInternalApi {
        @Override
        public ClientTransactions clientTransactions(List<String> ids) {
            asked.add(ids.size());
            return new ClientTransactions(
                    ids.stream()
                            .filter(archive::containsKey)
                            .map(id -> new HeldTransaction(
                                    id,
                                    Base64.getEncoder()
                                            .encodeToString(Objects.requireNonNull(archive.get(id))
                                                    .encode())))
                            .toList(),
                    ids.stream().filter(id -> !archive.containsKey(id)).toList());
        }

        @Override
        public List<Integer> check(byte[] submissions) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ProposalAnswer propose(
                byte[] submissions, int rulesVersion, long keyEpoch, String sharing, String root) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ShareAnswer share(ShareRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] clientTransaction(String id) {
            throw new UnsupportedOperationException();
        }
    }

    /// All blocks of the chain are complete at once.
    private final class Complete implements LedgerReader {
        @Override
        public Genesis genesis() {
            return network.genesis();
        }

        @Override
        public LedgerHead head() {
            return new LedgerHead(statuses.getLast().checkpoint(), network.configuration());
        }

        @Override
        public boolean awaitComplete(long number, Duration waitMax) {
            return number <= statuses.size();
        }

        @Override
        public Optional<Block> block(long number) {
            return Optional.of(chain.blocks().get((int) number - 1));
        }

        @Override
        public Optional<BlockStatuses> statuses(long number) {
            return Optional.of(statuses.get((int) number - 1));
        }

        @Override
        public Optional<NetworkConfiguration> configurationOfVersion(long version) {
            return Optional.of(network.configuration());
        }

        @Override
        public Optional<StateView> view() {
            throw new UnsupportedOperationException();
        }
    }

    /// Blocks of one issue each.
    private void blocks(int count, boolean held) {
        for (int i = 0; i < count; i++) {
            OwnerKey owner = new OwnerKey(network.newKey().publicKey());
            ClientTransaction issue = network.issue(network.header(100), network.newId(), owner, 700);
            if (held) {
                archive.put(issue.id().toHex(), issue);
            }
            SerialReplay.Applied applied = replay.apply(chain.append(issue));
            statuses.add(network.statuses(applied.checkpoint(), applied.outcomes()));
        }
    }

    private long rowsLookedAt() throws Exception {
        long before = counted.getTickerCount(TickerType.ITER_BYTES_READ);
        loop.pass();
        return counted.getTickerCount(TickerType.ITER_BYTES_READ) - before;
    }

    /// Endorsements of blocks that came in the meantime.
    @Test
    void blocksThatAreThereTogetherAreOneQuestion() throws Exception {
        blocks(1, true);
        assertThat(loop.pass()).as("nothing waits for it").isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(asked).containsExactly(1);
        blocks(20, true);
        assertThat(loop.pass()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));

        assertThat(asked).containsExactly(1, 20);
        assertThat(store.summary()).isEqualTo(new ReconciliationSummary(21, 21, 0, 0, 0));
        assertThat(loop.pass()).isZero();
        assertThat(asked).as("without a block nobody").hasSize(2);
    }

    /// So that it catches up: 64 blocks are one look.
    @Test
    void whoIsBehindDoesNotPause() throws Exception {
        blocks(70, true);
        assertThat(loop.pass()).isZero();
        assertThat(loop.pass()).isPositive();
        assertThat(asked).containsExactly(64, 6);
    }

    @Test
    void openCasesAreLookedAtWhenOneIsDue() throws Exception {
        blocks(40, false);
        loop.pass();
        assertThat(store.summary().open()).isEqualTo(40);
        for (int pass = 0; pass < 5; pass++) {
            assertThat(rowsLookedAt()).isZero();
        }
        assertThat(asked).containsExactly(40);

        now = now.plus(PAUSE);
        assertThat(rowsLookedAt()).isPositive();
        assertThat(asked).containsExactly(40, 40);
        assertThat(store.summary().open()).isEqualTo(40);
    }
}
