package io.florin.auditor.status.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.status.CommitterClaim;
import io.florin.crypto.Bytes;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.api.CertifierInternalApi.BelievedCheckpoint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.ResourceAccessException;

/// Claims that certifiers show, joined by the reconciler with those that committers publish.
class CertifierWatchTest {
    private static final ReplayState LIVE = new ReplayState() {
        @Override
        public boolean fromStore() {
            return false;
        }

        @Override
        public SortedMap<Integer, BigInteger> unspent() {
            return new TreeMap<>();
        }
    };

    private final TestNetwork network = new TestNetwork(3);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final List<Incident> found = new ArrayList<>();
    private long now;
    private final CheckpointReconciler reconciler = new CheckpointReconciler(
            network.genesis(),
            _ -> Optional.empty(),
            found::add,
            new SimpleMeterRegistry(),
            () -> Instant.ofEpochMilli(now));
    private final List<BelievedCheckpoint> first = new ArrayList<>();
    private final SortedMap<Integer, CertifierInternalApi> certifiers = new TreeMap<>();

    @Test
    void aCommitterThatSpeaksToCertifiersOnlyIsSilent() {
        certifiers.put(1, showing(first));
        CertifierWatch watch = watch();
        BlockStatuses truth = settled();
        first.add(told(truth));
        now = 5_000;

        assertThat(watch.step()).isEqualTo(1);

        assertThat(watch.behind()).isZero();
        assertThat(reconciler.agreed(1)).isFalse();
        assertThat(reconciler.silentMillis()).as("so committers are asked").isEqualTo(5_000);

        reconciler.take(CommitterClaim.of(truth, Bytes.of(truth.encode())), "topic");
        assertThat(reconciler.agreed(1)).isTrue();
        assertThat(reconciler.silentMillis()).isZero();
    }

    /// Certifier 1 is bought and words the lie another way, certifier 2 shows what it was told.
    @Test
    void aLiarAmongCertifiersHidesNothingThatAnotherShows() {
        List<BelievedCheckpoint> second = new ArrayList<>();
        certifiers.put(1, showing(first));
        certifiers.put(2, showing(second));
        BlockStatuses truth = settled();
        BelievedCheckpoint lie = told(lying(truth));
        first.add(withStatuses(lie, told(truth).statuses()));
        second.add(lie);

        watch().step();

        assertThat(found).extracting(Incident::kind).containsOnly(IncidentKind.COMMITTER_DIFFERS);
        assertThat(found)
                .extracting(Incident::key)
                .containsExactly("COMMITTER_DIFFERS:0:1:certifier/1", "COMMITTER_DIFFERS:0:1:certifier/2");
        assertThat(found).extracting(Incident::index).containsExactly(Incident.NO_INDEX, 0L);
        assertThat(found.getFirst().subject()).isEmpty();
        assertThat(found.getLast().subject())
                .isEqualTo(truth.outcomes().getFirst().id().orElseThrow().toHex());

        reconciler.take(CommitterClaim.of(lying(truth), Bytes.EMPTY), "topic");
        assertThat(found).hasSize(3);
        assertThat(found.getLast().key()).isEqualTo("COMMITTER_DIFFERS:0:1");
    }

    @Test
    void aCertifierOfTheLedgerWithoutAnEndpointIsBehind() {
        TestNetwork hidden = new TestHiddenEconomy(3, PrivacyModel.UNLINKABLE).network();
        var audited = new CheckpointReconciler(
                hidden.genesis(), _ -> Optional.empty(), found::add, new SimpleMeterRegistry(), InstantSource.system());
        SortedMap<Integer, CertifierInternalApi> one = new TreeMap<>(Map.of(1, showing(first)));
        var watch = new CertifierWatch(audited, hidden.networkId(), one);
        Block block = new TestChain(hidden).appendEntries(List.of(Bytes.of(new byte[] {1})));
        ReplayedBlock replayed = ((Accepted)
                        new LedgerReplay(hidden.genesis()).offer(OptionalLong.empty(), Bytes.of(block.encode())))
                .block();
        audited.write(List.of(audited.replayed(replayed, LIVE)));
        first.add(told(hidden.statuses(replayed.checkpoint(), replayed.outcomes())));

        List<String> said = logged(() -> {
            assertThat(watch.step()).isEqualTo(1);
            watch.step();
        });

        assertThat(watch.heard()).isEqualTo(Map.of(1, 1L, 2, 0L, 3, 0L));
        assertThat(watch.behind()).isEqualTo(1);
        assertThat(said)
                .containsExactly(
                        "certifier has no endpoint, what it was told is not compared: certifier=2",
                        "certifier has no endpoint, what it was told is not compared: certifier=3");
    }

    @Test
    void saysOnceThatACertifierIsSilentAndOnceThatItIsHeard() {
        var away = new AtomicBoolean(true);
        certifiers.put(1, (fromBlock, limit) -> {
            if (away.get()) {
                throw new ResourceAccessException("away");
            }
            return showing(first).checkpoints(fromBlock, limit);
        });
        CertifierWatch watch = watch();
        settled();

        List<String> said = logged(() -> {
            watch.step();
            watch.step();
            away.set(false);
            watch.step();
            watch.step();
            away.set(true);
            watch.step();
        });

        assertThat(watch.behind()).isEqualTo(1);
        assertThat(said).hasSize(3);
        assertThat(said.get(0)).isEqualTo(said.get(2)).contains("does not show what it was told: certifier=1");
        assertThat(said.get(1)).contains("shows again").contains("certifier=1");
    }

    private static List<String> logged(Runnable work) {
        var logger = (Logger) LoggerFactory.getLogger("io.florin.auditor");
        var appender = new ListAppender<ILoggingEvent>();
        appender.start();
        logger.addAppender(appender);
        try {
            work.run();
        } finally {
            logger.detachAppender(appender);
        }
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private BlockStatuses lying(BlockStatuses truth) {
        TransactionOutcome only = truth.outcomes().getFirst();
        List<TransactionOutcome> changed = List.of(
                new TransactionOutcome(only.index(), TransactionStatus.ABORTED_EXPIRED, only.id(), only.digest()));
        Checkpoint own = truth.checkpoint();
        return network.statuses(
                new Checkpoint(
                        own.network(), own.number(), own.headerHash(), StateHash.statusRoot(changed), own.stateHash()),
                changed);
    }

    private static BelievedCheckpoint withStatuses(BelievedCheckpoint told, String statuses) {
        return new BelievedCheckpoint(
                told.number(),
                told.headerHash(),
                told.statusRoot(),
                told.stateHash(),
                told.committer(),
                statuses,
                told.signature());
    }

    private CertifierWatch watch() {
        return new CertifierWatch(reconciler, network.networkId(), certifiers);
    }

    /// An issue, replayed; what an honest committer says of it.
    private BlockStatuses settled() {
        Block block = chain.append(money.issue(100));
        ReplayedBlock replayed = ((Accepted) replay.offer(OptionalLong.empty(), Bytes.of(block.encode()))).block();
        reconciler.write(List.of(reconciler.replayed(replayed, LIVE)));
        return network.statuses(replayed.checkpoint(), replayed.outcomes());
    }

    private static CertifierInternalApi showing(List<BelievedCheckpoint> told) {
        return (fromBlock, limit) -> told.stream()
                .filter(each -> each.number() >= fromBlock)
                .limit(limit)
                .toList();
    }

    private static BelievedCheckpoint told(BlockStatuses word) {
        StringBuilder statuses = new StringBuilder();
        word.outcomes()
                .forEach(outcome ->
                        statuses.append("%02x".formatted(outcome.status().number())));
        Checkpoint checkpoint = word.checkpoint();
        return new BelievedCheckpoint(
                checkpoint.number(),
                checkpoint.headerHash().toHex(),
                checkpoint.statusRoot().toHex(),
                checkpoint.stateHash().toHex(),
                word.committer(),
                statuses.toString(),
                word.signature().toHex());
    }
}
