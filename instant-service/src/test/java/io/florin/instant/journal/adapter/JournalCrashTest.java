package io.florin.instant.journal.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.instant.journal.adapter.FakeDisk.Unforced;
import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The power is cut after every operation of the disk. Whatever it leaves, all records that were called safe are there,
/// in order, nothing that was never written is, and the journal goes on.
class JournalCrashTest {
    private static final Bytes32 NAME = Sha256.hash(new byte[] {1});
    private static final int TORN_RUNS = 20;

    @ParameterizedTest
    @EnumSource(Unforced.class)
    void losesNothingSafeWhereverTheDiskStops(Unforced unforced) {
        long operations = operationsOfAStory();
        assertThat(operations).isGreaterThan(40);
        for (long stop = 0; stop <= operations; stop++) {
            for (int run = 0; run < (unforced == Unforced.TORN ? TORN_RUNS : 1); run++) {
                crashAt(stop, unforced, new Random(31 * stop + run));
            }
        }
    }

    /// The disk stops a second time while the journal is opened after the first.
    @Test
    void losesNothingSafeWhereTheOpeningIsCutShortAsWell() {
        long operations = operationsOfAStory();
        for (long first = 0; first <= operations; first += 3) {
            for (long second = 0; second < 12; second++) {
                var random = new Random(1_000 * first + second);
                var disk = new FakeDisk();
                var story = new Story(disk);
                disk.failAfter(first);
                story.tell();
                disk.crash(Unforced.TORN, random);
                disk.failAfter(second);
                try {
                    JournalFile.open(disk, NAME, new Recovered());
                } catch (Failure again) {
                    // what counts is what the next opening finds
                }
                disk.crash(Unforced.TORN, random);
                story.assertFoundOn(disk);
            }
        }
    }

    @Test
    void aFullDiskStopsTheJournalForGood() {
        for (long room = 0; room < 400; room += 7) {
            var disk = new FakeDisk();
            var story = new Story(disk);
            disk.leaveRoom(room);
            story.tell();
            assertThat(story.failed).isTrue();
            disk.leaveRoom(Long.MAX_VALUE);
            if (story.journal != null) {
                assertStopped(story.journal);
            }
            disk.crash(Unforced.KEPT, new Random(room));
            story.assertFoundOn(disk);
        }
    }

    /// The system may drop what it could not write and call the next force a success.
    @Test
    void aForceThatFailedIsNotTriedAgain() {
        var disk = new FakeDisk();
        JournalFile journal = JournalFile.open(disk, NAME, new Recovered());
        journal.append(bytes("one"));
        journal.force();
        journal.append(bytes("two"));
        disk.refuseForce();
        assertThatExceptionOfType(Failure.class).isThrownBy(journal::force);
        assertStopped(journal);
        assertThat(journal.safeHead().height()).isEqualTo(1);
    }

    @Test
    void oneForceServesAllRecordsThatWait() {
        var disk = new FakeDisk();
        JournalFile journal = JournalFile.open(disk, NAME, new Recovered());
        long before = disk.forces();
        for (int i = 0; i < 200; i++) {
            journal.append(bytes("record " + i));
        }
        assertThat(journal.force()).isEqualTo(200);
        assertThat(journal.force()).isEqualTo(200);
        assertThat(disk.forces()).isEqualTo(before + 1);
    }

    private static void crashAt(long stop, Unforced unforced, Random random) {
        var disk = new FakeDisk();
        var story = new Story(disk);
        disk.failAfter(stop);
        story.tell();
        disk.crash(unforced, random);
        story.assertFoundOn(disk);
    }

    private static long operationsOfAStory() {
        var disk = new FakeDisk();
        var story = new Story(disk);
        story.tell();
        assertThat(story.failed).isFalse();
        return disk.operations();
    }

    private static void assertStopped(JournalFile journal) {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> journal.append(bytes("more")))
                .withMessageContaining("has stopped");
        assertThatExceptionOfType(Failure.class).isThrownBy(journal::force).withMessageContaining("has stopped");
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> journal.snapshot(List.of()))
                .withMessageContaining("has stopped");
    }

    private static byte[] bytes(String record) {
        return Recovered.bytes(record).toArray();
    }

    /// Groups of one to three records and snapshots, until the disk stops.
    private static final class Story {
        private final FakeDisk disk;
        private final List<String> written = new ArrayList<>();
        private long safe;
        private boolean failed;
        private @Nullable JournalFile journal;

        Story(FakeDisk disk) {
            this.disk = disk;
        }

        void tell() {
            try {
                JournalFile opened = JournalFile.open(disk, NAME, new Recovered());
                journal = opened;
                for (int group = 1; group <= 8; group++) {
                    for (int i = 0; i <= group % 3; i++) {
                        String record = "record " + i + " of group " + group;
                        written.add(record);
                        opened.append(bytes(record));
                    }
                    safe = opened.force();
                    if (group % 3 == 0) {
                        opened.snapshot(Recovered.parts(written));
                    }
                }
            } catch (Failure stopped) {
                failed = true;
            }
        }

        /// What is found is a beginning of what was written, with all that was called safe; and it goes on from there.
        void assertFoundOn(FakeDisk left) {
            var recovered = new Recovered();
            JournalFile again = JournalFile.open(left, NAME, recovered);
            List<String> found = List.copyOf(recovered.records());
            assertThat(found.size()).isBetween((int) safe, written.size());
            assertThat(found).isEqualTo(written.subList(0, found.size()));
            assertThat(again.safeHead().height()).isEqualTo(found.size());
            again.append(bytes("afterwards"));
            again.force();
            left.crash(Unforced.LOST, new Random(0));
            var last = new Recovered();
            JournalFile.open(left, NAME, last);
            List<String> expected = new ArrayList<>(found);
            expected.add("afterwards");
            assertThat(last.records()).isEqualTo(expected);
        }
    }
}
