package io.florin.committer.coordinator.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.committer.protocol.BlockVerdicts;
import io.florin.committer.protocol.BlockVerdicts.Verdict;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Invariant;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DecisionLogFileTest {

    private static final long LARGE = 1 << 20;

    @TempDir
    private Path directory;

    private static Bytes32 header(long block) {
        return Sha256.hash(ByteBuffer.allocate(8).putLong(block).array());
    }

    private static BlockVerdicts verdict(long block, int index, TransactionStatus status) {
        return new BlockVerdicts(block, header(block), List.of(new Verdict(index, status)));
    }

    private void write(int from, int to, long segmentBytes) {
        try (DecisionLogFile log = new DecisionLogFile(directory, segmentBytes)) {
            for (int i = from; i <= to; i++) {
                log.append(i, List.of(verdict(i, i % 5, TransactionStatus.COMMITTED)));
            }
            log.sync();
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void givesBackWhatWasWritten() {
        try (DecisionLogFile log = new DecisionLogFile(directory, LARGE)) {
            log.append(
                    1,
                    List.of(
                            verdict(7, 0, TransactionStatus.COMMITTED),
                            verdict(8, 3, TransactionStatus.REJECTED_DUPLICATE_TX_ID)));
            log.append(2, List.of(verdict(7, 1, TransactionStatus.ABORTED_READ_CONFLICT)));
            log.sync();
        }
        try (DecisionLogFile log = new DecisionLogFile(directory, LARGE)) {
            assertThat(log.lastSequence()).isEqualTo(2);
            SortedMap<Long, LoggedBlock> logged = log.logged(6);
            assertThat(logged.keySet()).containsExactly(7L, 8L);
            LoggedBlock seventh = logged.values().iterator().next();
            assertThat(seventh.headerHash()).isEqualTo(header(7));
            assertThat(seventh.statuses())
                    .containsEntry(0, TransactionStatus.COMMITTED)
                    .containsEntry(1, TransactionStatus.ABORTED_READ_CONFLICT);
            log.append(3, List.of(verdict(9, 0, TransactionStatus.COMMITTED)));
        }
        try (DecisionLogFile log = new DecisionLogFile(directory, LARGE)) {
            assertThat(log.logged(7).keySet()).containsExactly(8L, 9L);
        }
    }

    @Test
    void losesASuffixAndNeverAPartOfARecord() throws IOException {
        write(1, 10, LARGE);
        byte[] whole = Files.readAllBytes(files().getFirst());
        long previous = 0;
        for (int length = 0; length <= whole.length; length++) {
            Files.write(files().getFirst(), Arrays.copyOf(whole, length));
            try (DecisionLogFile log = new DecisionLogFile(directory, LARGE)) {
                assertThat(log.lastSequence()).isBetween(previous, previous + 1);
                previous = log.lastSequence();
                assertThat(log.logged(0)).hasSize((int) previous);
                assertThat(Files.size(files().getFirst())).isEqualTo(whole.length / 10L * previous);
            }
        }
        assertThat(previous).isEqualTo(10);
    }

    @Test
    void goesOnBehindACutEnd() throws IOException {
        write(1, 3, LARGE);
        byte[] whole = Files.readAllBytes(files().getFirst());
        whole[whole.length - 1] ^= 1;
        Files.write(files().getFirst(), whole);
        write(3, 5, LARGE);
        try (DecisionLogFile log = new DecisionLogFile(directory, LARGE)) {
            assertThat(log.logged(0).keySet()).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void forgetsSegmentsOfCompleteBlocksOnly() throws IOException {
        write(1, 40, 200);
        int before = files().size();
        assertThat(before).isGreaterThan(5);
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            log.forget(20);
            assertThat(files().size()).isLessThan(before);
            log.forget(1_000);
            assertThat(files()).hasSize(1);
        }
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            assertThat(log.lastSequence()).isEqualTo(40);
        }
        write(41, 45, 200);
    }

    /// A power failure right after a new segment was begun and the ones before it were forgotten.
    @Test
    void goesOnWhereTheOnlySegmentBeginsAlthoughItIsEmpty() throws IOException {
        write(1, 40, 200);
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            log.forget(1_000);
        }
        Path last = files().getFirst();
        Files.write(last, new byte[0]);
        long sequence;
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            sequence = log.lastSequence();
            assertThat(last.getFileName().toString()).contains(Long.toString(sequence + 1));
        }
        write((int) sequence + 1, (int) sequence + 20, 200);
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            assertThat(log.lastSequence()).isEqualTo(sequence + 20);
            assertThat(log.logged(0)).hasSize(20);
        }
    }

    @Test
    void keepsEverythingAfterTheLastCompleteBlock() {
        write(1, 40, 200);
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            log.forget(20);
        }
        try (DecisionLogFile log = new DecisionLogFile(directory, 200)) {
            assertThat(log.logged(20)).hasSize(20);
        }
    }

    @Test
    void stopsOnABrokenSegmentInTheMiddleAndOnAGap() throws IOException {
        write(1, 40, 200);
        Path second = files().get(1);
        byte[] whole = Files.readAllBytes(second);
        byte[] broken = whole.clone();
        broken[12] ^= 1;
        Files.write(second, broken);
        assertThatThrownBy(() -> new DecisionLogFile(directory, 200)).isInstanceOf(Failure.class);
        Files.delete(second);
        assertThatThrownBy(() -> new DecisionLogFile(directory, 200)).isInstanceOf(Failure.class);
        Files.write(second, whole);
        new DecisionLogFile(directory, 200).close();
    }

    @Test
    void refusesRecordsOutOfOrder() {
        try (DecisionLogFile log = new DecisionLogFile(directory, LARGE)) {
            log.append(1, List.of(verdict(1, 0, TransactionStatus.COMMITTED)));
            assertThatThrownBy(() -> log.append(3, List.of(verdict(1, 0, TransactionStatus.COMMITTED))))
                    .isInstanceOf(Invariant.Broken.class);
        }
    }
}
