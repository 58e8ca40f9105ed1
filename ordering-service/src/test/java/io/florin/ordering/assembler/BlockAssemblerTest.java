package io.florin.ordering.assembler;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockAssemblerTest {
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final Head START = Head.genesis(NETWORK);
    private static final NetworkConfiguration CONFIGURATION = new TestNetwork(1).configuration();

    private final Map<Bytes32, Long> stored = new HashMap<>();

    @Test
    void makesOneBlockOfADecisionInTheOrderOfItsBatches() {
        List<Candidate> candidates = assembler().decided(List.of(batch(1, 2), batch(3)));
        assertThat(candidates).hasSize(1);
        assertThat(candidates.getFirst().entries()).containsExactly(entry(1), entry(2), entry(3));
        assertThat(candidates.getFirst().header().previousHash()).isEqualTo(NETWORK.value());
    }

    @Test
    void takesEachBundleOnceForEver() {
        BlockAssembler assembler = assembler();
        assembler.decided(List.of(batch(1, 2), batch(2, 3)));
        List<Candidate> next = assembler.decided(List.of(batch(3, 4, 4)));
        assertThat(next.getFirst().entries()).containsExactly(entry(4));
        assertThat(next.getFirst().number()).isEqualTo(2);
    }

    @Test
    void makesNoBlockOfWhatIsKnown() {
        BlockAssembler assembler = assembler();
        assembler.decided(List.of(batch(1)));
        Head before = assembler.head();
        assertThat(assembler.decided(List.of(batch(1)))).isEmpty();
        assertThat(assembler.head()).isEqualTo(before);
    }

    @Test
    void cutsAtTheSameBytesEverywhere() {
        int large = 400 * 1024;
        List<Batch> batches = List.of(
                batch(List.of(large(1, large))), batch(List.of(large(2, large))), batch(List.of(large(3, large))));
        List<Candidate> candidates = assembler().decided(batches);
        assertThat(candidates).hasSize(2);
        assertThat(candidates.get(0).entries()).hasSize(2);
        assertThat(candidates.get(1).header().previousHash())
                .isEqualTo(candidates.get(0).hash());
    }

    @Test
    void aPartyThatIsFarBehindBuildsTheSameBlocksAgain() {
        Random random = new Random(7);
        List<List<Batch>> decisions = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            decisions.add(List.of(batch(random.nextInt(60), random.nextInt(60)), batch(random.nextInt(60))));
        }
        List<Candidate> first = new ArrayList<>();
        BlockAssembler assembler = assembler();
        decisions.forEach(decision -> first.addAll(assembler.decided(decision)));
        first.forEach(this::store);
        BlockAssembler late = assembler();
        List<Candidate> again = new ArrayList<>();
        decisions.forEach(decision -> {
            late.stored(first.getLast().number());
            again.addAll(late.decided(decision));
        });
        assertThat(again).isEqualTo(first);
    }

    @Test
    void goesOnFromAPositionWhoseBlocksAreStored() {
        List<Candidate> before = assembler().decided(List.of(batch(1, 2)));
        before.forEach(this::store);
        BlockAssembler joined = assembler();
        joined.moveTo(new Head(1, before.getFirst().hash()));
        List<Candidate> next = joined.decided(List.of(batch(2, 3)));
        assertThat(next.getFirst().number()).isEqualTo(2);
        assertThat(next.getFirst().entries()).containsExactly(entry(3));
    }

    private void store(Candidate candidate) {
        candidate.entries().forEach(entry -> stored.put(Bundle.digestOf(entry.toArray()), candidate.number()));
    }

    private BlockAssembler assembler() {
        return new BlockAssembler(
                NETWORK,
                height -> new ConfigurationFollower(NETWORK, CONFIGURATION),
                (digest, height) -> stored.getOrDefault(digest, Long.MAX_VALUE) <= height,
                3,
                START);
    }

    private static Batch batch(int... seeds) {
        List<Bytes> entries = new ArrayList<>();
        for (int seed : seeds) {
            entries.add(entry(seed));
        }
        return batch(entries);
    }

    private static Batch batch(List<Bytes> entries) {
        return new Batch(1, 3, 0, 0, 0, entries, Bytes.EMPTY);
    }

    private static Bytes entry(int seed) {
        return large(seed, 10);
    }

    private static Bytes large(int seed, int size) {
        byte[] content = new byte[size];
        content[0] = (byte) seed;
        content[2] = 1; // a namespace other than that of the configuration
        return Bytes.of(content);
    }
}
