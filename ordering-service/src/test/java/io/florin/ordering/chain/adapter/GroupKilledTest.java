package io.florin.ordering.chain.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.ordering.chain.ChainMessage;
import io.florin.testkit.Patience;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole group is killed between signing a header and having its certificate, and starts again from what is on its
/// disks: one header for each height, every bundle once, and blocks go on.
class GroupKilledTest {
    private static final Duration WAIT = Patience.LIMIT;
    private static final Set<Integer> EVERYBODY = Set.of(0, 1, 2, 3);

    @TempDir
    private Path directory;

    private final List<Bytes> ordered = new ArrayList<>();

    /// Every split of signers, every set of survivors. Signatures are lost; where they could make a certificate, they
    /// are also under way when the group dies, so that some parties have the block and some do not. Fewer signatures
    /// die with the memory of those that got them.
    @Test
    void everySplitOfSignersEndsInOneChain() {
        try (var group = new DiskParties(directory)) {
            int run = 0;
            for (boolean lost : new boolean[] {true, false}) {
                for (int mask = 0; mask < 16; mask++) {
                    int signers = mask;
                    if (!lost && Integer.bitCount(signers) < group.parties.quorum()) {
                        continue;
                    }
                    Set<Integer> told = EVERYBODY.stream()
                            .filter(id -> (signers & 1 << id) != 0)
                            .collect(Collectors.toSet());
                    killWhenSigned(group, told, lost);
                    goOn(group, survivors(run++));
                }
            }
            assertThat(run).isEqualTo(16 + 5);
        }
    }

    @Test
    void oneDeadGoesOnTwoDeadStopAndOneThatReturnsFreesThem() {
        try (var group = new DiskParties(directory)) {
            group.start(EVERYBODY);
            group.awaitView();
            order(group, 1);

            group.kill(Set.of(1));
            order(group, 2);

            group.kill(Set.of(2));
            long height = group.height(0);
            Bytes waiting = bundle(group, 3);
            group.decide(Set.of(0, 3), waiting);
            await().during(Duration.ofSeconds(1))
                    .atMost(WAIT)
                    .until(() -> group.height(0) == height && group.height(3) == height);
            await().atMost(WAIT)
                    .until(() ->
                            group.status(0).reachable() == 2 && group.status(3).reachable() == 2);
            assertThat(group.status(0).ready()).isEqualTo(2);

            group.start(Set.of(1));
            group.awaitView();
            group.awaitEntry(waiting);
            ordered.add(waiting);
            order(group, 4);
            group.start(Set.of(2));
            group.awaitView();
            order(group, 5);
        }
    }

    /// All four are up when this begins and none when it ends.
    private void killWhenSigned(DiskParties group, Set<Integer> told, boolean lost) {
        Set<Integer> missing =
                EVERYBODY.stream().filter(id -> !group.alive().contains(id)).collect(Collectors.toSet());
        group.start(missing);
        group.awaitView();
        Set<List<Integer>> sent = ConcurrentHashMap.newKeySet();
        group.wire((from, to, message) -> {
            if (!(message instanceof ChainMessage.HeaderSignature)) {
                return true;
            }
            sent.add(List.of(from, to));
            if (sent.size() >= told.size() * 3) {
                group.cutOff(EVERYBODY);
            }
            return !lost;
        });
        Bytes bundle = bundle(group, ordered.size());
        group.decideUntil(told, bundle, () -> sent.size() >= told.size() * 3 || group.isStored(bundle));
        group.kill(EVERYBODY);
        group.wire((from, to, message) -> true);
        ordered.add(bundle);
    }

    /// Bundles under way when the group died come again, with something new; readers of topics do the same.
    private void goOn(DiskParties group, Set<Integer> survivors) {
        group.start(survivors);
        group.awaitView();
        Bytes again = ordered.getLast();
        group.decideUntil(EVERYBODY, again, () -> group.isStoredByAll(again));
        order(group, ordered.size());
    }

    private void order(DiskParties group, int number) {
        Bytes fresh = bundle(group, number);
        ordered.add(fresh);
        group.decideUntil(EVERYBODY, fresh, () -> group.isStoredByAll(fresh));
        group.assertOneChain(ordered);
    }

    private static Bytes bundle(DiskParties group, int number) {
        return Bytes.of(
                ("bundle " + number + " " + Bytes.of(group.network.newBytes(16))).getBytes(StandardCharsets.UTF_8));
    }

    /// All four, and every three of them, in turn.
    private static Set<Integer> survivors(int run) {
        Set<Integer> survivors = new TreeSet<>(EVERYBODY);
        survivors.remove(run % 5);
        return survivors;
    }
}
