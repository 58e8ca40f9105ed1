package io.florin.ordering.blockstore.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Invariant;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.protocol.Head;
import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class BlockFilesTest {
    private final TestNetwork network = new TestNetwork(1);
    private final TestChain chain = new TestChain(network);

    @TempDir
    private Path directory;

    @Test
    void beginsWithTheGenesisHead() {
        try (var files = open()) {
            assertThat(files.head()).isEqualTo(Head.genesis(network.networkId()));
            assertThat(files.last()).isEmpty();
            assertThat(files.read(1)).isEmpty();
        }
    }

    @Test
    void keepsBlocksOverARestart() {
        append(5);
        try (var files = open()) {
            assertThat(files.head()).isEqualTo(Head.of(chain.blocks().getLast().header()));
            for (Block block : chain.blocks()) {
                assertThat(files.block(block.header().number())).contains(block);
            }
            assertThat(files.read(2, 2, Long.MAX_VALUE)).hasSize(2);
            assertThat(files.read(2, 10, 1)).hasSize(1);
        }
    }

    /// The answer to who waits for the next block comes with it; a store that stops keeps nobody.
    @Test
    void keepsAQuestionForTheNextBlockUntilItIsThere() {
        Duration patience = Duration.ofMinutes(3);
        try (var files = open()) {
            var first = CompletableFuture.supplyAsync(() -> files.headAbove(0, patience));
            var second = CompletableFuture.supplyAsync(() -> files.headAbove(1, patience));

            files.append(chain.appendEntries(List.of(Bytes.of(network.newBytes(300)))));

            assertThat(first.join().number()).isEqualTo(1);
            assertThat(second).isNotDone();
            files.release();
            assertThat(second.join().number()).isEqualTo(1);
            assertThat(files.headAbove(1, Duration.ofMillis(1)).number()).isEqualTo(1);
        }
    }

    @Test
    void refusesABlockThatDoesNotFollow() {
        append(1);
        try (var files = open()) {
            assertThatThrownBy(() -> files.append(chain.blocks().getFirst())).isInstanceOf(Invariant.Broken.class);
        }
    }

    @Test
    void saysUpToWhichHeightABundleIsOrdered() {
        append(3);
        try (var files = open()) {
            Bytes32 second = digest(2);
            assertThat(files.isOrdered(second, 1)).isFalse();
            assertThat(files.isOrdered(second, 2)).isTrue();
            assertThat(files.contains(second)).isTrue();
            assertThat(files.contains(network.newId())).isFalse();
        }
    }

    /// A reader that is still there when its party ends gets a failure. Without the gate in front of the database it
    /// took the whole process with it.
    @Test
    void readersThatOutliveItGetAFailure() throws Exception {
        append(3);
        BlockFiles files = open();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var reading = new CountDownLatch(4);
            List<Future<?>> readers = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        while (true) {
                            assertThat(files.isOrdered(digest(2), 2)).isTrue();
                            assertThat(files.configurationBlocks(1, 3)).isEmpty();
                            reading.countDown();
                        }
                    }))
                    .toList();
            assertThat(reading.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            files.close();
            for (Future<?> reader : readers) {
                assertThatThrownBy(reader::get).hasRootCauseInstanceOf(Failure.class);
            }
        }
        assertThatThrownBy(() -> files.read(1)).isInstanceOf(Failure.class);
        files.close();
    }

    @Test
    void makesTheIndexAgainFromTheBlocks() throws IOException {
        append(4);
        try (Stream<Path> files = Files.walk(directory.resolve("index"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        try (var files = open()) {
            assertThat(files.head().number()).isEqualTo(4);
            assertThat(files.contains(digest(4))).isTrue();
        }
    }

    /// An index from before blocks were marked would say that none of them configures anything.
    @Test
    void makesAnIndexOfAnotherFormatAgain() throws Exception {
        append(2);
        try (var files = open()) {
            files.readingPosition(0, 42);
        }
        try (var options = new Options();
                var index = RocksDB.open(options, directory.resolve("index").toString())) {
            index.delete("format".getBytes(StandardCharsets.US_ASCII));
        }
        try (var files = open()) {
            assertThat(files.head().number()).isEqualTo(2);
            assertThat(files.contains(digest(2))).isTrue();
            assertThat(files.readingPosition(0)).isZero();
        }
        try (var files = open()) {
            files.readingPosition(0, 43);
        }
        try (var files = open()) {
            assertThat(files.readingPosition(0)).isEqualTo(43);
        }
    }

    @Test
    void cutsOffABlockThatWasNotWhollyWritten() throws IOException {
        append(2);
        Path segment = directory.resolve("000000000001.blocks");
        long whole = Files.size(segment);
        byte[] half = new byte[100];
        half[3] = (byte) 0xFF;
        half[4] = (byte) 0xFF;
        half[5] = (byte) 0xFF;
        half[6] = (byte) 0xFF;
        Files.write(segment, half, java.nio.file.StandardOpenOption.APPEND);
        try (var files = open()) {
            assertThat(files.head().number()).isEqualTo(2);
        }
        assertThat(Files.size(segment)).isEqualTo(whole);
    }

    @Test
    void stopsWhenTheLogLostABlockThatTheIndexKnows() throws IOException {
        append(3);
        try (var file =
                new RandomAccessFile(directory.resolve("000000000001.blocks").toFile(), "rw")) {
            file.setLength(file.length() - 10);
        }
        assertThatThrownBy(this::open).isInstanceOf(Failure.class);
    }

    @Test
    void keepsReadingPositions() {
        try (var files = open()) {
            assertThat(files.readingPosition(0)).isZero();
            files.readingPosition(0, 42);
        }
        try (var files = open()) {
            assertThat(files.readingPosition(0)).isEqualTo(42);
        }
    }

    private void append(int count) {
        try (var files = open()) {
            for (int i = 0; i < count; i++) {
                files.append(chain.appendEntries(List.of(Bytes.of(network.newBytes(300)))));
            }
        }
    }

    private Bytes32 digest(int number) {
        return Bundle.digestOf(
                chain.blocks().get(number - 1).entries().getFirst().toArray());
    }

    private BlockFiles open() {
        return new BlockFiles(directory, network.networkId());
    }
}
