package io.florin.runtime.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordLogTest {
    private static final int RECORD_MAX = 1000;
    private static final int HEAD = 12;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("log");
    }

    @Test
    void keepsRecordsInOrder() {
        write("one", "two", "three");
        assertThat(read()).containsExactly("one", "two", "three");
    }

    @Test
    void readsOneRecordByItsPosition() {
        try (RecordLog log = RecordLog.open(file, RECORD_MAX, 0, (position, content) -> {})) {
            log.append(bytes("one"));
            long position = log.append(bytes("two"));
            log.append(bytes("three"));
            assertThat(log.read(position)).isEqualTo(bytes("two"));
        }
    }

    @Test
    void cutsOffARecordAtEveryLengthOfItsTail() throws IOException {
        write("one", "two");
        byte[] whole = Files.readAllBytes(file);
        int second = HEAD + 3;
        for (int length = second; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(read()).containsExactly("one");
            assertThat(Files.size(file)).isEqualTo(second);
        }
    }

    /// A process may die between writing and forcing. The next one reads the record and acts on it, so it must not be
    /// lost with the power after that.
    @Test
    void whatOpeningShowsSurvivesAPowerCut() throws IOException {
        write("forced");
        long forced = Files.size(file);
        write("not forced");
        var disk = new UnforcedDisk(file, forced);
        List<String> shown = new ArrayList<>();
        RecordLog.open(
                file,
                disk,
                RECORD_MAX,
                0,
                (position, content) -> shown.add(new String(content, StandardCharsets.UTF_8)));
        disk.cutPower();
        assertThat(shown).containsExactly("forced", "not forced");
        assertThat(read()).isEqualTo(shown);
    }

    @Test
    void aForceThatFailedIsNotTriedAgain() throws IOException {
        write("forced");
        var disk = new UnforcedDisk(file, Files.size(file));
        RecordLog log = RecordLog.open(file, disk, RECORD_MAX, 0, (position, content) -> {});
        log.append(bytes("lost"));
        disk.refuseForce();
        assertThatThrownBy(log::force).isInstanceOf(Failure.class).hasMessageContaining("cannot be forced");
        assertThatThrownBy(log::force).isInstanceOf(Failure.class).hasMessageContaining("before");
        assertThatThrownBy(() -> log.append(bytes("more"))).isInstanceOf(Failure.class);
    }

    @Test
    void aFinishedLogIsReadWholeOrNotAtAll() throws IOException {
        write("one", "two");
        assertThat(readFinished()).containsExactly("one", "two");
        byte[] whole = Files.readAllBytes(file);
        for (int length = HEAD + 4; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(this::readFinished).isInstanceOf(Failure.class).hasMessageContaining("damaged");
            assertThat(Files.size(file)).isEqualTo(length);
        }
    }

    @Test
    void goesOnAfterATornTail() throws IOException {
        write("one", "two");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        write("three");
        assertThat(read()).containsExactly("one", "three");
    }

    @Test
    void cutsOffZerosThatTheFileGrewBy() throws IOException {
        write("one");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length + 5000));
        assertThat(read()).containsExactly("one");
    }

    /// The file grew, and of the record only a beginning came: a page ends anywhere in it.
    @Test
    void cutsOffARecordAtEveryLengthWithZerosBehindIt() throws IOException {
        write("one", "two");
        byte[] whole = Files.readAllBytes(file);
        int second = HEAD + 3;
        for (int length = second; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(Arrays.copyOf(whole, length), whole.length));
            assertThat(read()).containsExactly("one");
            assertThat(Files.size(file)).isEqualTo(second);
        }
    }

    @Test
    void stopsAtDamageInTheMiddle() throws IOException {
        write("one", "two", "three");
        byte[] whole = Files.readAllBytes(file);
        for (int at = HEAD + 3; at < 2 * (HEAD + 3); at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x41;
            Files.write(file, damaged);
            assertThatThrownBy(this::read).isInstanceOf(Failure.class).hasMessageContaining("damaged");
        }
    }

    @Test
    void refusesRecordsThatAreEmptyOrTooLong() {
        try (RecordLog log = RecordLog.open(file, RECORD_MAX, 0, (position, content) -> {})) {
            assertThatThrownBy(() -> log.append(new byte[0])).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> log.append(new byte[RECORD_MAX + 1])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private void write(String... records) {
        try (RecordLog log = RecordLog.open(file, RECORD_MAX, 0, (position, content) -> {})) {
            for (String content : records) {
                log.append(bytes(content));
            }
            log.force();
        }
    }

    private List<String> read() {
        List<String> records = new ArrayList<>();
        RecordLog.open(
                        file,
                        RECORD_MAX,
                        0,
                        (position, content) -> records.add(new String(content, StandardCharsets.UTF_8)))
                .close();
        return records;
    }

    private List<String> readFinished() throws IOException {
        List<String> records = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            RecordLog.readFinished(
                    file,
                    channel,
                    RECORD_MAX,
                    (position, content) -> records.add(new String(content, StandardCharsets.UTF_8)));
        }
        return records;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
