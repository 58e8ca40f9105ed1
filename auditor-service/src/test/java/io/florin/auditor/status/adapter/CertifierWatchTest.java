package io.florin.auditor.status.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.status.Claim;
import io.florin.auditor.trail.AuditTrail;
import io.florin.auditor.trail.BlockVerdict.Accepted;
import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.api.CertifierInternalApi.BelievedCheckpoint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What certifiers show, joined at the desk with what the world is told.
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
    private final AuditTrail trail = new AuditTrail(network.genesis());
    private final List<Incident> found = new ArrayList<>();
    private long now;
    private final StatusDesk desk = new StatusDesk(
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
        assertThat(desk.agreed(1)).isFalse();
        assertThat(desk.silentMillis()).as("so committers are asked").isEqualTo(5_000);

        desk.take(Claim.of(truth, Bytes.of(truth.encode())), "topic");
        assertThat(desk.agreed(1)).isTrue();
        assertThat(desk.silentMillis()).isZero();
    }

    private CertifierWatch watch() {
        return new CertifierWatch(desk, network.networkId(), certifiers);
    }

    /// An issue, replayed; what an honest committer says of it.
    private BlockStatuses settled() {
        Block block = chain.append(money.issue(100));
        ReplayedBlock replayed = ((Accepted) trail.offer(OptionalLong.empty(), Bytes.of(block.encode()))).block();
        desk.replayed(replayed, LIVE).run();
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
