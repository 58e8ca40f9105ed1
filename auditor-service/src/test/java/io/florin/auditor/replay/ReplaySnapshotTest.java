package io.florin.auditor.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Repeat;
import io.florin.auditor.replay.ReplaySnapshot.Restored;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.rules.SettlementTranslator;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplaySnapshotTest {
    private static final String SUPPLY = "supply";
    private static final int RECOUNT_BLOCKS = 3;

    private final TestNetwork network = new TestNetwork(31);
    private final Ed25519KeyPair auditor = network.auditor();

    private record Stored(SnapshotSeal seal, List<byte[]> parts) {}

    /// A replay with the observer that keeps a memory.
    private static final class Run {
        private LedgerReplay replay;
        private SupplyInvariant supply;

        Run(TestNetwork network) {
            replay = new LedgerReplay(network.genesis());
            supply = new SupplyInvariant(RECOUNT_BLOCKS);
        }

        Run(Restored restored) {
            replay = restored.replay();
            Bytes memory = restored.memories().getOrDefault(SUPPLY, Bytes.EMPTY);
            supply = SupplyInvariant.resumed(RECOUNT_BLOCKS, memory);
        }

        ReplayedBlock replay(Block block) {
            BlockVerdict verdict = replay.offer(OptionalLong.of(block.header().number()), Bytes.of(block.encode()));
            assertThat(verdict).isInstanceOf(Accepted.class);
            return ((Accepted) verdict).block();
        }

        SupplyInvariant.BlockSupply account(ReplayedBlock block) {
            return supply.replayed(block, new ReplayState() {
                @Override
                public boolean fromStore() {
                    return false;
                }

                @Override
                public SortedMap<Integer, BigInteger> unspent() {
                    return replay.unspent();
                }
            });
        }

        ReplaySnapshot snapshot() {
            return replay.snapshot(Bytes32.ZERO, new TreeMap<>(Map.of(SUPPLY, supply.memory())));
        }
    }

    static LongStream seeds() {
        return Long.getLong("seed") == null ? LongStream.range(0, 4) : LongStream.of(Long.getLong("seed"));
    }

    /// After every block one more auditor starts from a snapshot; all of them say the same of every later block.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void startsFromASnapshotAsIfItHadReplayedEverything(long seed) {
        TestNetwork random = new TestNetwork(seed);
        TestChain chain = new TestChain(random);
        RandomWorkload workload = new RandomWorkload(random, seed);
        Run full = new Run(random);
        List<Run> restarted = new ArrayList<>();
        for (long height = 1; height <= 9; height++) {
            Block block = chain.appendEntries(workload.entries(height));
            ReplayedBlock expected = full.replay(block);
            SupplyInvariant.BlockSupply supply = full.account(expected);
            for (Run run : restarted) {
                ReplayedBlock replayed = run.replay(block);
                assertThat(replayed).isEqualTo(expected);
                assertThat(run.account(replayed)).isEqualTo(supply);
                assertThat(run.supply.memory()).isEqualTo(full.supply.memory());
            }
            restarted.add(new Run(open(random, sealed(full.snapshot(), random.auditor(), random))));
        }
        for (Run run : restarted) {
            assertThat(run.replay.unspent()).isEqualTo(full.replay.unspent());
            for (long block = 0; block <= full.replay.height(); block++) {
                assertThat(run.replay.checkpoint(block)).isEqualTo(full.replay.checkpoint(block));
            }
            assertThat(sealed(run.snapshot(), random.auditor(), random).seal())
                    .isEqualTo(sealed(full.snapshot(), random.auditor(), random).seal());
        }
    }

    @Test
    void knowsWhichConfigurationWasInForceForEachBlock() {
        TestMoney money = new TestMoney(network);
        TestChain chain = new TestChain(network);
        Run run = new Run(network);
        run.replay(chain.append(money.issue(1)));
        run.replay(chain.appendBundles(secondConfiguration()));
        run.replay(chain.appendEntries(List.of(Bytes.of(new byte[] {1}))));

        LedgerReplay restored =
                open(network, sealed(run.snapshot(), auditor, network)).replay();

        assertThat(LongStream.rangeClosed(1, 4)
                        .map(block -> restored.configuration(block).version()))
                .containsExactly(1L, 1L, 2L, 2L);
        assertThat(restored.configuration()).isEqualTo(run.replay.configuration());
        assertThat(restored.offer(
                        OptionalLong.of(2), Bytes.of(chain.blocks().get(1).encode())))
                .isEqualTo(new Repeat(2));
    }

    private Bundle secondConfiguration() {
        NetworkConfiguration now = network.configuration();
        var next = EditedConfiguration.of(now)
                .version(2)
                .limits(new NetworkConfiguration.Limits(5, 5))
                .build();
        var header = new TransactionHeader(
                network.networkId(), NamespaceId.CONFIGURATION, 1, 1, 100, Bytes.of(network.newBytes(16)));
        var change = new ConfigurationChange(header, next, List.of());
        List<Bytes> raws =
                List.of(Bytes.of(SettlementTranslator.translate(change, false).encode()));
        byte[] message =
                Bundle.message(network.networkId(), NamespaceId.CONFIGURATION, 1, 1, raws.size(), Bundle.rootOf(raws));
        var signature = ThresholdBls.combine(
                2,
                network.shares().subList(0, 2).stream()
                        .map(share -> ThresholdBls.signShare(share, message))
                        .toList());
        return new Bundle(NamespaceId.CONFIGURATION, 1, 1, raws, List.of(), signature.bytes());
    }

    @Test
    void noticesAFlippedByteOfAPartAndOfTheSeal() {
        Stored stored = sealed(grown().snapshot(), auditor, network);
        for (byte[] part : stored.parts()) {
            // all of a part goes into one hash: every byte of its ends, and one in eleven between them
            for (int at = 0; at < part.length; at += at < 64 || at >= part.length - 64 ? 1 : 11) {
                part[at] ^= 1;
                requireAltered(stored);
                part[at] ^= 1;
            }
        }
        SnapshotSeal seal = stored.seal();
        byte[] signature = seal.signature().toArray();
        for (int at = 0; at < signature.length; at++) {
            byte[] flipped = signature.clone();
            flipped[at] ^= 1;
            requireAltered(stored, seal.block(), seal.parts(), seal.digest(), flipped);
        }
        for (int at = 0; at < Bytes32.SIZE; at++) {
            byte[] flipped = seal.digest().toArray();
            flipped[at] ^= 1;
            requireAltered(stored, seal.block(), seal.parts(), Bytes32.of(flipped), signature);
        }
        requireAltered(stored, seal.block() + 1, seal.parts(), seal.digest(), signature);
        requireAltered(stored, seal.block(), seal.parts() - 1, seal.digest(), signature);
        assertThat(open(network, stored).replay().height()).isEqualTo(4);
    }

    @Test
    void noticesPartsThatAreMissingDoubledOrExchanged() {
        Stored stored = sealed(grown().snapshot(), auditor, network);
        int last = stored.parts().size() - 1;
        for (int i = 0; i <= last; i++) {
            List<byte[]> without = new ArrayList<>(stored.parts());
            byte[] gone = without.remove(i);
            requireAltered(new Stored(stored.seal(), without));
            if (i < last) {
                without.add(i, gone);
                without.add(i, gone);
                requireAltered(new Stored(stored.seal(), without));
            }
        }
        List<byte[]> exchanged = new ArrayList<>(stored.parts());
        exchanged.addLast(exchanged.removeFirst());
        requireAltered(new Stored(stored.seal(), exchanged));
    }

    @Test
    void refusesASnapshotThatAnotherKeySealed() {
        assertThatThrownBy(() -> open(network, sealed(grown().snapshot(), network.newKey(), network)))
                .isInstanceOfSatisfying(
                        SnapshotUnfit.class,
                        unfit -> assertThat(unfit.isAltered()).isTrue())
                .hasMessageContaining("not sealed by this auditor");
    }

    @Test
    void refusesASnapshotOfAnotherNetwork() {
        TestNetwork other = new TestNetwork(32);
        Stored theirs = sealed(new Run(other).snapshot(), auditor, other);
        Stored relabelled = new Stored(sealOf(theirs.parts(), 0, network), theirs.parts());

        assertThatThrownBy(() -> open(network, theirs)).hasMessageContaining("of another network");
        assertThatThrownBy(() -> open(network, relabelled))
                .isInstanceOf(SnapshotUnfit.class)
                .hasMessageContaining("another network");
    }

    /// Sealed by the auditor itself, but not what this version writes: no alarm, the blocks are replayed.
    @Test
    void saysThatASnapshotOfAnotherVersionIsNoneOfItsOwn() {
        List<byte[]> parts =
                new ArrayList<>(sealed(grown().snapshot(), auditor, network).parts());
        byte[] first = parts.getFirst().clone();
        first[1] = 9;
        parts.set(0, first);

        assertThatThrownBy(() -> open(network, new Stored(sealOf(parts, 4, network), parts)))
                .isInstanceOfSatisfying(
                        SnapshotUnfit.class,
                        unfit -> assertThat(unfit.isAltered()).isFalse())
                .hasMessageContaining("version 9");
    }

    @Test
    void hasThisSeal() {
        SnapshotSeal seal = sealOf(List.of(new byte[] {1, 2}, new byte[0]), 7, network);

        assertThat(seal.digest())
                .isEqualTo(Sha256.hash(
                        Bytes.fromHex("1a").toArray(),
                        "florin/v1/auditor-snapshot".getBytes(StandardCharsets.US_ASCII),
                        Bytes.fromHex("00000002" + "0102" + "00000000").toArray()));
        assertThat(seal.parts()).isEqualTo(2);
    }

    private Run grown() {
        TestChain chain = new TestChain(network);
        RandomWorkload workload = new RandomWorkload(network, 5);
        Run run = new Run(network);
        for (long height = 1; height <= 4; height++) {
            run.account(run.replay(chain.appendEntries(workload.entries(height))));
        }
        return run;
    }

    private static Stored sealed(ReplaySnapshot snapshot, Ed25519KeyPair key, TestNetwork network) {
        List<byte[]> parts = new ArrayList<>();
        snapshot.encode(parts::add);
        SnapshotSeal.Sum sum = new SnapshotSeal.Sum();
        parts.forEach(sum::add);
        return new Stored(sum.seal(network.networkId(), snapshot.block(), key), parts);
    }

    private SnapshotSeal sealOf(List<byte[]> parts, long block, TestNetwork of) {
        SnapshotSeal.Sum sum = new SnapshotSeal.Sum();
        parts.forEach(sum::add);
        return sum.seal(of.networkId(), block, auditor);
    }

    private static Restored open(TestNetwork network, Stored stored) {
        Deque<byte[]> rest = new ArrayDeque<>(stored.parts());
        stored.seal().requireOf(network.networkId(), network.auditor().publicKey());
        SnapshotSeal.Opened parts = stored.seal().open(() -> rest.isEmpty() ? new byte[0] : rest.remove());
        return parts.restored(() -> ReplaySnapshot.restore(network.genesis(), parts));
    }

    private void requireAltered(Stored stored, long block, long parts, Bytes32 digest, byte[] signature) {
        SnapshotSeal seal = new SnapshotSeal(network.networkId(), block, parts, digest, Bytes.of(signature));
        requireAltered(new Stored(seal, stored.parts()));
    }

    private void requireAltered(Stored stored) {
        assertThatThrownBy(() -> open(network, stored))
                .isInstanceOfSatisfying(
                        SnapshotUnfit.class,
                        unfit -> assertThat(unfit.isAltered()).isTrue());
    }
}
