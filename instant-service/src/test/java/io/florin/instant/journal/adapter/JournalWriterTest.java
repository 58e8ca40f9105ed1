package io.florin.instant.journal.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.hash.Sha256;
import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JournalWriterTest {
    private final FakeDisk disk = new FakeDisk();
    private final List<Long> safe = new ArrayList<>();

    @Test
    void tellsOnceForAllRecordsOfABatch() {
        JournalWriter writer = open(new Recovered());
        long forces = disk.forces();
        writer.on(write(2, "one", "two"));
        writer.on(write(3, "three"));
        assertThat(safe).isEmpty();
        writer.batchEnded();
        assertThat(safe).containsExactly(3L);
        assertThat(disk.forces()).isEqualTo(forces + 1);
        writer.batchEnded();
        assertThat(safe).containsExactly(3L);
    }

    @Test
    void countsOnWhereTheJournalEnded() {
        JournalWriter first = open(new Recovered());
        first.on(write(2, "one", "two"));
        first.batchEnded();
        disk.crash(FakeDisk.Unforced.LOST, new Random(0));
        var recovered = new Recovered();
        JournalWriter second = open(recovered);
        second.on(write(3, "three"));
        second.batchEnded();
        assertThat(recovered.records()).containsExactly("one", "two");
        assertThat(safe).containsExactly(2L, 3L);
    }

    @Test
    void aSnapshotStandsBetweenTheRecordsItSumsAndTheNext() {
        JournalWriter writer = open(new Recovered());
        writer.on(write(1, "one"));
        writer.on(new JournalWriter.Snapshot(1, Recovered.parts(List.of("one"))));
        writer.on(write(2, "two"));
        writer.batchEnded();
        disk.crash(FakeDisk.Unforced.LOST, new Random(0));
        var recovered = new Recovered();
        open(recovered);
        assertThat(recovered.records()).containsExactly("one", "two");
        assertThat(recovered.parts()).isEqualTo(1);
    }

    @Test
    void aShardThatCountsDifferentlyIsABug() {
        JournalWriter writer = open(new Recovered());
        assertThatThrownBy(() -> writer.on(write(2, "one"))).hasMessageContaining("count records differently");
        assertThatThrownBy(() -> writer.on(new JournalWriter.Snapshot(7, List.of())))
                .hasMessageContaining("count records differently");
    }

    @Test
    void nothingIsCalledSafeThatTheDiskRefused() {
        JournalWriter writer = open(new Recovered());
        writer.on(write(1, "one"));
        disk.refuseForce();
        assertThatThrownBy(writer::batchEnded).isInstanceOf(Failure.class);
        assertThatThrownBy(writer::batchEnded).isInstanceOf(Failure.class);
        assertThat(safe).isEmpty();
    }

    private JournalWriter open(Recovered recovered) {
        return new JournalWriter(JournalFile.open(disk, Sha256.hash(new byte[] {1}), recovered), safe::add);
    }

    private static JournalWriter.Write write(long last, String... records) {
        return new JournalWriter.Write(last, Recovered.parts(List.of(records)));
    }
}
