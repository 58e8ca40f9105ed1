package io.florin.crypto.threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.threshold.NonceLedgerException.Cause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NonceLedgerTest {
    private static final Bytes32 PURPOSE = Bytes32.ZERO;
    private static final int HEADERS = 128;

    @TempDir
    Path directory;

    @Test
    void eachOpeningIsANewEpochAndEachNameIsNew() {
        NonceId first;
        try (NonceLedger ledger = NonceLedger.open(directory, 0)) {
            first = ledger.next();
            assertThat(first).isEqualTo(new NonceId(1, 1)).isLessThan(ledger.next());
            ledger.use(first, PURPOSE);
            assertThat(ledger.isUnused(first)).isFalse();
        }
        try (NonceLedger ledger = NonceLedger.open(directory, 1)) {
            assertThat(ledger.epoch()).isEqualTo(2);
            assertThat(ledger.isUnused(first)).isFalse();
            assertThat(ledger.next()).isEqualTo(new NonceId(2, 1));
            assertThatIllegalStateException().isThrownBy(() -> ledger.use(first, PURPOSE));
        }
    }

    @Test
    void aNameIsUsedOnce() {
        try (NonceLedger ledger = NonceLedger.open(directory, 0)) {
            NonceId id = ledger.next();
            NonceId dropped = ledger.next();
            ledger.drop(dropped);
            ledger.use(id, PURPOSE);
            assertThatIllegalStateException().isThrownBy(() -> ledger.use(id, PURPOSE));
            assertThatIllegalStateException().isThrownBy(() -> ledger.use(dropped, PURPOSE));
            assertThatIllegalStateException().isThrownBy(() -> ledger.use(new NonceId(1, 99), PURPOSE));
            assertThatIllegalArgumentException().isThrownBy(() -> new NonceId(0, 1));
        }
    }

    @Test
    void onlyOneHasItOpen() {
        try (NonceLedger ledger = NonceLedger.open(directory, 0)) {
            assertCause(Cause.LOCKED, () -> NonceLedger.open(directory, 0));
            ledger.use(ledger.next(), PURPOSE);
        }
        NonceLedger.open(directory, 1).close();
    }

    @Test
    void aCopyElsewhereIsRefused(@TempDir Path other) throws IOException {
        NonceLedger.open(directory, 0).close();
        Files.copy(directory.resolve("nonces.ledger"), other.resolve("nonces.ledger"));
        assertCause(Cause.COPIED, () -> NonceLedger.open(other, 0));
    }

    @Test
    void aFileThatReplacedTheOldOneIsRefused() throws IOException {
        Path file = directory.resolve("nonces.ledger");
        NonceLedger.open(directory, 0).close();
        Path backup = Files.copy(file, directory.resolve("backup"));
        Files.move(file, directory.resolve("original")); // kept, so that its inode is not given out again
        Files.move(backup, file);
        assertCause(Cause.COPIED, () -> NonceLedger.open(directory, 0));
    }

    @Test
    void anOldFileIsRefusedByWhatPeersRemember() {
        FakeStorage storage = new FakeStorage();
        storage.open(0);
        FakeStorage backup = storage.copy(true);
        storage.open(1);
        assertCause(Cause.ROLLED_BACK, () -> backup.open(2));
        assertCause(Cause.ROLLED_BACK, () -> new FakeStorage().open(2));
        assertThat(storage.open(2).epoch()).isEqualTo(3);
    }

    @Test
    void aClonedMemoryStopsAtTheSecondUse() {
        FakeStorage volume = new FakeStorage();
        FakeStorage twin = volume.copy(true);
        NonceLedger original = volume.open(0);
        NonceLedger clone = twin.open(0);
        twin.mount(volume); // the same epoch, the same names, the same file
        NonceId first = original.next();
        assertThat(clone.next()).isEqualTo(first);
        original.use(first, PURPOSE);
        assertCause(Cause.MOVED_ON, () -> clone.use(first, PURPOSE));
        assertCause(Cause.STORAGE, clone::next);
        original.use(original.next(), PURPOSE);
    }

    @Test
    void aRecordThatSomebodyElseWroteStopsIt() {
        FakeStorage volume = new FakeStorage();
        NonceLedger ledger = volume.open(0);
        ledger.use(ledger.next(), PURPOSE);
        NonceId next = ledger.next();
        volume.flip(HEADERS + 3);
        assertCause(Cause.MOVED_ON, () -> ledger.use(next, PURPOSE));
    }

    @Test
    void aSecondOpeningStopsTheFirst() {
        FakeStorage volume = new FakeStorage();
        NonceLedger first = volume.open(0);
        NonceId id = first.next();
        NonceLedger second = volume.open(0); // no lock in the way, as on a file system without locks
        assertCause(Cause.MOVED_ON, () -> first.use(id, PURPOSE));
        second.use(second.next(), PURPOSE);
    }

    @Test
    void aDamagedFileIsRefused() {
        FakeStorage storage = new FakeStorage();
        storage.open(0);
        storage.open(0);
        storage.flip(9);
        assertThat(storage.copy(true).open(0).epoch()).isEqualTo(2); // one header is enough, the other counts
        storage.flip(64 + 9);
        assertCause(Cause.DAMAGED, () -> storage.open(0));
    }

    /// What is kept of a use says which secret was used for what, and which record it follows.
    @Test
    void theRecordOfAUseIsItsNameItsPurposeAndItsPlace() {
        FakeStorage storage = new FakeStorage();
        NonceLedger ledger = storage.open(0);
        List<NonceId> names = List.of(ledger.next(), ledger.next());
        List<Bytes32> purposes = List.of(Sha256.hash(new byte[] {1}), Sha256.hash(new byte[] {2}));
        for (int i = 0; i < 2; i++) {
            ledger.use(names.get(i), purposes.get(i));
        }
        byte[] file = storage.durable();
        byte[] before = Arrays.copyOfRange(file, 64, HEADERS); // the first epoch's header
        for (int i = 0; i < 2; i++) {
            byte[] content = ByteBuffer.allocate(48)
                    .put(names.get(i).encode())
                    .put(purposes.get(i).toArray())
                    .array();
            byte[] record = Arrays.copyOfRange(file, HEADERS + 64 * i, HEADERS + 64 * (i + 1));
            assertThat(Arrays.copyOf(record, 48)).isEqualTo(content);
            assertThat(Arrays.copyOfRange(record, 48, 64)).isEqualTo(Arrays.copyOf(Sha256.digest(before, content), 16));
            before = record;
        }
    }

    @Test
    void anotherEpochsNameSaysNothingOfThisOnes() {
        FakeStorage storage = new FakeStorage();
        NonceId before = storage.open(0).next();
        NonceLedger ledger = storage.open(1);
        NonceId id = ledger.next();
        assertThat(id.sequence()).isEqualTo(before.sequence());
        ledger.drop(before);
        assertThat(ledger.isUnused(id)).isTrue();
        ledger.close();
        assertThat(ledger.isUnused(id)).isFalse();
        assertCause(Cause.STORAGE, ledger::next);
    }

    @Test
    void aRefusedFileIsLetGo() {
        NonceLedger.open(directory, 0).close();
        assertCause(Cause.ROLLED_BACK, () -> NonceLedger.open(directory, 5));
        NonceLedger.open(directory, 1).close();
    }

    /// The place counts as well as the file, whatever path leads there.
    @Test
    void aFileThatWasMovedIsRefusedAndALinkToItsDirectoryIsNot(@TempDir Path other) throws IOException {
        Path link = Files.createSymbolicLink(other.resolve("link"), directory);
        NonceLedger.open(directory, 0).close();
        NonceLedger.open(link, 1).close();
        Files.delete(link);
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.move(directory.resolve("nonces.ledger"), elsewhere.resolve("nonces.ledger"));
        assertCause(Cause.COPIED, () -> NonceLedger.open(elsewhere, 0));
    }

    /// Only a file that never held an epoch is new.
    @Test
    void aFileThatLostItsHeadersIsNotNew() throws IOException {
        FakeStorage cut = new FakeStorage();
        cut.write(0, new byte[] {1});
        assertCause(Cause.DAMAGED, () -> cut.open(0));

        FakeStorage wiped = new FakeStorage();
        wiped.write(HEADERS, new byte[64]);
        assertCause(Cause.DAMAGED, () -> wiped.open(0));

        FakeStorage used = new FakeStorage();
        NonceLedger ledger = used.open(0);
        ledger.use(ledger.next(), PURPOSE);
        used.flip(64 + 9); // in the only header there is
        assertCause(Cause.DAMAGED, () -> used.open(0));
    }

    /// Another version may keep other things in the same place.
    @Test
    void aFileOfAnotherVersionIsRefused() throws IOException {
        byte[] content = ByteBuffer.allocate(48)
                .put("FLNONCE2".getBytes(StandardCharsets.US_ASCII))
                .putLong(5)
                .array();
        byte[] header = ByteBuffer.allocate(64)
                .put(content)
                .put(Sha256.digest(content), 0, 16)
                .array();
        FakeStorage storage = new FakeStorage();
        storage.write(0, header);
        storage.write(64, header);
        assertCause(Cause.DAMAGED, () -> storage.open(0));
    }

    /// Every operation of the disk during an opening and two uses fails once, and what was not forced is lost, kept
    /// or torn: afterwards the ledger opens with a later epoch, and no use that returned is missing on the disk.
    @ParameterizedTest
    @EnumSource(FakeStorage.Unforced.class)
    void survivesACrashAtEveryStep(FakeStorage.Unforced unforced) {
        boolean crashed = true;
        for (int step = 0; crashed; step++) {
            FakeStorage storage = new FakeStorage();
            NonceLedger before = storage.open(0);
            before.use(before.next(), PURPOSE);
            long epochBefore = before.epoch();
            storage.failAfter(step);
            long epochSeen = epochBefore;
            int recorded = 0;
            crashed = false;
            try {
                NonceLedger ledger = storage.open(epochBefore);
                epochSeen = ledger.epoch();
                for (int use = 0; use < 2; use++) {
                    NonceId id = ledger.next();
                    ledger.use(id, PURPOSE);
                    recorded++;
                    assertThat(storage.durable()).hasSize(HEADERS + 64 * recorded);
                }
            } catch (NonceLedgerException e) {
                assertThat(e.kind()).isEqualTo(Cause.STORAGE);
                crashed = true;
            }
            storage.crash(unforced);
            NonceLedger after = storage.open(epochSeen);
            assertThat(after.epoch()).as("step %d", step).isGreaterThan(epochSeen);
            after.use(after.next(), PURPOSE);
        }
    }

    @ParameterizedTest
    @EnumSource(FakeStorage.Unforced.class)
    void isMadeInSpiteOfACrashAtEveryStep(FakeStorage.Unforced unforced) {
        boolean crashed = true;
        for (int step = 0; crashed; step++) {
            FakeStorage storage = new FakeStorage();
            storage.failAfter(step);
            crashed = false;
            try {
                storage.open(0);
            } catch (NonceLedgerException e) {
                crashed = true;
            }
            storage.crash(unforced);
            NonceLedger after = storage.open(0);
            after.use(after.next(), PURPOSE);
        }
    }

    @Test
    void afterAFailedUseNothingIsUsedAnyMore() {
        FakeStorage storage = new FakeStorage();
        NonceLedger ledger = storage.open(0);
        NonceId id = ledger.next();
        NonceId other = ledger.next();
        storage.failAfter(0);
        assertCause(Cause.STORAGE, () -> ledger.use(id, PURPOSE));
        storage.failAfter(Long.MAX_VALUE);
        assertThat(ledger.isUnused(other)).isFalse();
        assertCause(Cause.STORAGE, () -> ledger.use(other, PURPOSE));
    }

    private static void assertCause(Cause cause, ThrowingCallable call) {
        NonceLedgerException thrown = catchThrowableOfType(NonceLedgerException.class, call);
        assertThat(thrown).isNotNull();
        assertThat(thrown.kind()).isEqualTo(cause);
    }
}
