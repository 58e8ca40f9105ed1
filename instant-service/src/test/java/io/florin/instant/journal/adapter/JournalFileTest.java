package io.florin.instant.journal.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.instant.journal.JournalGroup;
import io.florin.instant.journal.JournalHead;
import io.florin.instant.journal.JournalRecovery;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
    private static final Bytes32 NAME = Sha256.hash(new byte[] {1});

    @TempDir
    private Path directory;

    @Test
    void replaysRecordsInOrderAndGoesOn() {
        write("one", "two");
        write("three");
        assertThat(read()).containsExactly("one", "two", "three");
    }

    @Test
    void numbersRecordsFromOneAndSaysWhichAreSafe() {
        try (JournalFile journal = open(new Recovered())) {
            assertThat(journal.append(bytes("one"))).isEqualTo(1);
            assertThat(journal.append(bytes("two"))).isEqualTo(2);
            assertThat(journal.safeHead().height()).isZero();
            assertThat(journal.force()).isEqualTo(2);
            assertThat(journal.safeHead()).isEqualTo(journal.head());
        }
    }

    @Test
    void whatWasNotForcedIsNotThere() {
        try (JournalFile journal = open(new Recovered())) {
            journal.append(bytes("one"));
        }
        assertThat(read()).isEmpty();
    }

    @Test
    void cutsOffAGroupAtEveryLengthOfItsTail() throws IOException {
        write("one", "two");
        Path segment = directory.resolve(JournalNames.segment(0));
        long first = Files.size(segment);
        write("three", "four");
        byte[] whole = Files.readAllBytes(segment);
        for (int length = (int) first; length < whole.length; length++) {
            Files.write(segment, Arrays.copyOf(whole, length));
            assertThat(read()).containsExactly("one", "two");
            assertThat(Files.size(segment)).isEqualTo(first);
        }
    }

    @Test
    void damageInTheMiddleStopsTheOpening() throws IOException {
        write("one");
        Path segment = directory.resolve(JournalNames.segment(0));
        int first = (int) Files.size(segment);
        write("two");
        write("three");
        byte[] whole = Files.readAllBytes(segment);
        for (int i = 0; i < 2 * first; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x41;
            Files.write(segment, damaged);
            assertThatExceptionOfType(Failure.class)
                    .as("byte %d", i)
                    .isThrownBy(this::read)
                    .withMessageContaining("damaged");
            assertThat(Files.readAllBytes(segment)).isEqualTo(damaged);
        }
    }

    @Test
    void aGroupThatIsMissingOrDoubledStopsTheOpening() throws IOException {
        Path segment = directory.resolve(JournalNames.segment(0));
        List<byte[]> groups = new ArrayList<>();
        for (String record : List.of("one", "two", "three")) {
            long before = Files.exists(segment) ? Files.size(segment) : 0;
            write(record);
            byte[] all = Files.readAllBytes(segment);
            groups.add(Arrays.copyOfRange(all, (int) before, all.length));
        }
        for (int[] order : new int[][] {{0, 2}, {0, 1, 1, 2}, {1, 2}, {0, 2, 1}}) {
            Files.write(segment, new byte[0]);
            for (int group : order) {
                Files.write(segment, groups.get(group), StandardOpenOption.APPEND);
            }
            assertThatExceptionOfType(Failure.class).isThrownBy(this::read).withMessageContaining("another's");
        }
    }

    @Test
    void theJournalOfAnotherShardIsRefused() {
        write("one");
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> JournalFile.open(directory, Sha256.hash(new byte[] {2}), new Recovered()))
                .withMessageContaining("another's");
    }

    @Test
    void oneAtATimeHasItOpen() {
        try (JournalFile journal = open(new Recovered())) {
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(() -> open(new Recovered()))
                    .withMessageContaining("open elsewhere");
            journal.append(bytes("one"));
            journal.force();
        }
        assertThat(read()).containsExactly("one");
    }

    @Test
    void aDirectoryWithSomebodysFilesIsNotTaken() throws IOException {
        Files.writeString(directory.resolve("journal-17.txt"), "notes");
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(this::read)
                .withMessageContaining("not a file of a journal");
    }

    @Test
    void recordsHaveABound() {
        try (JournalFile journal = open(new Recovered())) {
            for (int size : new int[] {0, JournalGroup.RECORD_BYTES_MAX + 1}) {
                assertThatExceptionOfType(IllegalArgumentException.class)
                        .isThrownBy(() -> journal.append(new byte[size]));
            }
            journal.append(bytes("one"));
            assertThat(journal.force()).isEqualTo(1);
        }
    }

    /// Waiting records take a bounded room: those that fill a group go to the disk before the next one waits.
    @Test
    void aFullGroupDoesNotWaitForOthers() {
        List<Integer> sizes = new ArrayList<>();
        try (JournalFile journal = open(new Recovered())) {
            for (int i = 0; i < 9; i++) {
                journal.append(new byte[JournalGroup.RECORD_BYTES_MAX]);
            }
            assertThat(journal.safeHead().height()).isEqualTo(8);
            assertThat(journal.force()).isEqualTo(9);
        }
        var sizesOnly = new JournalRecovery() {
            @Override
            public void part(byte[] part) {
                throw new AssertionError("no snapshot was made");
            }

            @Override
            public void record(long height, byte[] record) {
                sizes.add(record.length);
            }
        };
        JournalFile.open(directory, NAME, sizesOnly).close();
        assertThat(sizes).hasSize(9).containsOnly(JournalGroup.RECORD_BYTES_MAX);
    }

    @Test
    void aSnapshotTakesThePlaceOfWhatItSums() {
        try (JournalFile journal = open(new Recovered())) {
            append(journal, "one", "two");
            journal.snapshot(Recovered.parts(List.of("one", "two")));
            append(journal, "three");
            journal.force();
        }
        assertThat(names()).containsExactly(JournalNames.segment(2), "lock", JournalNames.snapshot(2));
        var recovered = new Recovered();
        open(recovered).close();
        assertThat(recovered.records()).containsExactly("one", "two", "three");
        assertThat(recovered.parts()).isEqualTo(2);
    }

    @Test
    void aSnapshotOfNothingNewChangesNothing() {
        try (JournalFile journal = open(new Recovered())) {
            append(journal, "one");
            journal.snapshot(Recovered.parts(List.of("one")));
            List<String> names = names();
            journal.snapshot(Recovered.parts(List.of("other")));
            assertThat(names()).isEqualTo(names);
        }
        assertThat(read()).containsExactly("one");
    }

    @Test
    void snapshotsFollowEachOther() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            var recovered = new Recovered();
            try (JournalFile journal = open(recovered)) {
                assertThat(recovered.records()).isEqualTo(all);
                append(journal, "record " + i, "and " + i);
                all.add("record " + i);
                all.add("and " + i);
                journal.snapshot(Recovered.parts(all));
            }
        }
        assertThat(read()).isEqualTo(all);
    }

    @Test
    void aDamagedSnapshotStopsTheOpening() throws IOException {
        makeSnapshot();
        Path snapshot = directory.resolve(JournalNames.snapshot(2));
        byte[] whole = Files.readAllBytes(snapshot);
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x41;
            Files.write(snapshot, damaged);
            assertThatExceptionOfType(Failure.class).as("byte %d", i).isThrownBy(this::read);
        }
        for (int length = 0; length < whole.length; length++) {
            Files.write(snapshot, Arrays.copyOf(whole, length));
            assertThatExceptionOfType(Failure.class).as("first %d", length).isThrownBy(this::read);
        }
    }

    @Test
    void aSnapshotOfAnotherHeightStopsTheOpening() throws IOException {
        makeSnapshot();
        Files.move(directory.resolve(JournalNames.snapshot(2)), directory.resolve(JournalNames.snapshot(3)));
        assertThatExceptionOfType(Failure.class).isThrownBy(this::read).withMessageContaining("not whole");
    }

    @Test
    void recordsThatAreMissingAfterASnapshotStopTheOpening() throws IOException {
        makeSnapshot();
        Files.delete(directory.resolve(JournalNames.segment(2)));
        assertThatExceptionOfType(Failure.class).isThrownBy(this::read).withMessageContaining("no records after");
    }

    @Test
    void recordsThatAreMissingBeforeThemStopTheOpening() throws IOException {
        makeSnapshot();
        Files.delete(directory.resolve(JournalNames.snapshot(2)));
        assertThatExceptionOfType(Failure.class).isThrownBy(this::read).withMessageContaining("no records after");
    }

    /// A crash between a new segment and its snapshot leaves two segments, of which the first was forced whole.
    @Test
    void aSegmentThatIsNotTheLastHasNoTornTail() throws IOException {
        write("one", "two");
        Path first = directory.resolve(JournalNames.segment(0));
        Files.write(directory.resolve(JournalNames.segment(2)), new byte[0]);
        assertThat(read()).containsExactly("one", "two");
        byte[] whole = Files.readAllBytes(first);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Files.write(first, cut);
            assertThatExceptionOfType(Failure.class).as("first %d", length).isThrownBy(this::read);
            assertThat(Files.readAllBytes(first)).isEqualTo(cut);
        }
    }

    @Test
    void aSnapshotThatWasNotFinishedIsRemoved() throws IOException {
        write("one");
        Path unfinished = directory.resolve(JournalNames.snapshot(1) + JournalNames.UNFINISHED);
        Files.write(unfinished, new byte[] {1, 2, 3});
        assertThat(read()).containsExactly("one");
        assertThat(unfinished).doesNotExist();
    }

    /// What peers hold of a height shows it: the copy has another hash there, or does not get so far.
    @Test
    void aCopyRestoredFromAnOlderStateHasAnotherHead() throws IOException {
        write("one", "two");
        byte[] older = Files.readAllBytes(directory.resolve(JournalNames.segment(0)));
        write("three");
        JournalHead seenByPeers = head();
        Files.write(directory.resolve(JournalNames.segment(0)), older);
        assertThat(head().height()).isLessThan(seenByPeers.height());
        write("another three");
        assertThat(head().height()).isEqualTo(seenByPeers.height());
        assertThat(head().hash()).isNotEqualTo(seenByPeers.hash());
    }

    @Test
    void theHeadIsTheSameHoweverRecordsWereGroupedAndSummed() {
        JournalHead expected = JournalHead.start(NAME);
        for (String record : List.of("one", "two", "three")) {
            expected = expected.next(bytes(record));
        }
        try (JournalFile journal = open(new Recovered())) {
            append(journal, "one");
            journal.force();
            append(journal, "two");
            journal.snapshot(Recovered.parts(List.of("one", "two")));
            append(journal, "three");
            journal.force();
            assertThat(journal.safeHead()).isEqualTo(expected);
        }
        assertThat(head()).isEqualTo(expected);
    }

    private void makeSnapshot() {
        try (JournalFile journal = open(new Recovered())) {
            append(journal, "one", "two");
            journal.snapshot(Recovered.parts(List.of("one", "two")));
        }
    }

    private JournalHead head() {
        try (JournalFile journal = open(new Recovered())) {
            return journal.head();
        }
    }

    private void write(String... records) {
        try (JournalFile journal = open(new Recovered())) {
            append(journal, records);
            journal.force();
        }
    }

    private List<String> read() {
        var recovered = new Recovered();
        open(recovered).close();
        return recovered.records();
    }

    private JournalFile open(Recovered recovered) {
        return JournalFile.open(directory, NAME, recovered);
    }

    private static void append(JournalFile journal, String... records) {
        for (String record : records) {
            journal.append(bytes(record));
        }
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String record) {
        return Recovered.bytes(record).toArray();
    }
}
