package io.florin.ledger.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay.Versioned;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplayImageTest {

    private static final int BLOCKS = 10;

    static LongStream seeds() {
        return Long.getLong("seed") == null ? LongStream.range(0, 6) : LongStream.of(Long.getLong("seed"));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void goesOnFromAnyBlockAsAFullReplayDoes(long seed) {
        TestNetwork network = new TestNetwork(seed);
        TestChain chain = new TestChain(network);
        RandomWorkload workload = new RandomWorkload(network, seed);
        List<SerialReplay> running = new ArrayList<>(List.of(new SerialReplay(network.genesis())));
        for (long height = 1; height <= BLOCKS; height++) {
            Block block = chain.appendEntries(workload.entries(height));
            SerialReplay full = running.getFirst();
            SerialReplay.Applied expected = full.apply(block);
            for (SerialReplay restored : running.subList(1, running.size())) {
                assertThat(restored.apply(block)).isEqualTo(expected);
            }
            running.add(restore(network, encode(full)));
            running.forEach(replay -> requireSame(replay, full, block));
        }
        List<Bytes> last = comparable(encode(running.getFirst()));
        running.forEach(replay -> assertThat(comparable(encode(replay))).isEqualTo(last));
    }

    private static void requireSame(SerialReplay replay, SerialReplay full, Block block) {
        assertThat(replay.checkpoint()).isEqualTo(full.checkpoint());
        assertThat(replay.configuration()).isEqualTo(full.configuration());
        assertThat(replay.keys()).isEqualTo(full.keys());
        full.keys().forEach(key -> assertThat(replay.read(key)).isEqualTo(full.read(key)));
        for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
            ordered.transaction()
                    .map(SettlementTransaction::id)
                    .ifPresent(id -> assertThat(replay.status(id)).isEqualTo(full.status(id)));
        }
    }

    @Test
    void noticesEveryFlippedByte() {
        TestNetwork network = new TestNetwork(3);
        List<byte[]> parts = encode(grown(network));

        for (byte[] part : parts) {
            for (int at = 0; at < part.length; at++) {
                part[at] ^= 1;
                assertThatThrownBy(() -> restore(network, parts)).isInstanceOf(DecodeException.class);
                part[at] ^= 1;
            }
        }
        assertThat(restore(network, parts).checkpoint().number()).isEqualTo(4);
    }

    @Test
    void noticesPartsThatAreMissingOrCut() {
        TestNetwork network = new TestNetwork(3);
        List<byte[]> parts = encode(grown(network));

        for (int i = 0; i < parts.size(); i++) {
            List<byte[]> without = new ArrayList<>(parts);
            byte[] gone = without.remove(i);
            assertThatThrownBy(() -> restore(network, without)).isInstanceOf(DecodeException.class);
            without.add(i, Arrays.copyOf(gone, gone.length - 1));
            assertThatThrownBy(() -> restore(network, without)).isInstanceOf(DecodeException.class);
            without.set(i, Arrays.copyOf(gone, gone.length + 1));
            assertThatThrownBy(() -> restore(network, without)).isInstanceOf(DecodeException.class);
        }
    }

    @Test
    void refusesAnImageOfAnotherNetwork() {
        List<byte[]> parts = encode(grown(new TestNetwork(3)));

        assertThatThrownBy(() -> restore(new TestNetwork(4), parts))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("another network");
    }

    @Test
    void isACopyThatLaterBlocksDoNotChange() {
        TestNetwork network = new TestNetwork(5);
        TestChain chain = new TestChain(network);
        RandomWorkload workload = new RandomWorkload(network, 5);
        SerialReplay replay = new SerialReplay(network.genesis());
        replay.apply(chain.appendEntries(workload.entries(1)));
        ReplayImage image = replay.image();
        List<byte[]> before = encode(image);

        replay.apply(chain.appendEntries(workload.entries(2)));

        assertThat(image.checkpoint().number()).isEqualTo(1);
        assertThat(comparable(encode(image))).isEqualTo(comparable(before));
    }

    @Test
    void cutsALargeStateIntoPartsAndPutsItTogetherAgain() {
        TestNetwork network = new TestNetwork(6);
        SerialReplay small = new SerialReplay(network.genesis());
        Map<StateKey, Versioned> state = new HashMap<>();
        small.keys().forEach(key -> state.put(key, small.read(key).orElseThrow()));
        Map<TransactionId, TransactionStatus> claims = new HashMap<>();
        Map<StateKey, Long> counters = new HashMap<>();
        for (int i = 0; i < 2 * ReplayImage.CLAIMS_IN_PART; i++) {
            Bytes32 id = Sha256.hash(new byte[] {(byte) i, (byte) (i >>> 8), (byte) (i >>> 16)});
            claims.put(new TransactionId(id), TransactionStatus.ABORTED_EXPIRED);
            state.put(new StateKey(id), new Versioned(1 + i, Bytes.of(new byte[] {(byte) i})));
            counters.put(new StateKey(id), (long) i);
        }
        List<byte[]> parts = encode(new ReplayImage(small.checkpoint(), state, claims, counters));

        assertThat(parts).hasSize(1 + 9 + 2 + 2 + 1);
        SerialReplay restored = restore(network, parts);
        assertThat(restored.keys()).isEqualTo(state.keySet());
        assertThat(claims.keySet()).allMatch(id -> restored.status(id).isPresent());
        assertThat(counters)
                .allSatisfy((key, value) -> assertThat(restored.counter(key)).isEqualTo(value));
        assertThat(comparable(encode(restored))).isEqualTo(comparable(parts));
    }

    @Test
    void hasThisFirstPart() {
        Checkpoint genesis = new SerialReplay(new TestNetwork(1).genesis()).checkpoint();

        List<byte[]> parts = encode(new SerialReplay(new TestNetwork(1).genesis()));

        assertThat(Bytes.of(parts.getFirst()).toHex())
                .isEqualTo("0002" + Bytes.of(genesis.encode()).toHex() + "0000000000000001"
                        + "0000000000000000".repeat(2));
        assertThat(parts).hasSize(3);
    }

    private static SerialReplay grown(TestNetwork network) {
        TestChain chain = new TestChain(network);
        RandomWorkload workload = new RandomWorkload(network, 3);
        SerialReplay replay = new SerialReplay(network.genesis());
        for (long height = 1; height <= 4; height++) {
            replay.apply(chain.appendEntries(workload.entries(height)));
        }
        return replay;
    }

    private static List<byte[]> encode(SerialReplay replay) {
        return encode(replay.image());
    }

    private static List<byte[]> encode(ReplayImage image) {
        List<byte[]> parts = new ArrayList<>();
        Bytes32 digest = image.encode(parts::add);
        assertThat(parts.getLast()).isEqualTo(digest.toArray());
        return parts;
    }

    private static List<Bytes> comparable(List<byte[]> parts) {
        return parts.stream().map(Bytes::of).toList();
    }

    private static SerialReplay restore(TestNetwork network, List<byte[]> parts) {
        var rest = new ArrayDeque<>(Collections.unmodifiableList(parts));
        Supplier<byte[]> next = () -> rest.isEmpty() ? new byte[0] : rest.remove();
        return SerialReplay.restore(network.genesis(), next);
    }
}
