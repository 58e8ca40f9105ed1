package io.florin.crypto.threshold;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.threshold.NonceLedgerException.Cause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Guards secrets that may be used once: FROST nonces and ECDSA presignatures. Owned by one thread.
///
/// Using one twice gives the signing key away, so three things hold. **The secrets live in memory only**: no code
/// writes them, so no backup, replica or restart brings one back. **A use is on the disk before its result leaves**:
/// [#use] returns after the record is forced; when it fails, the ledger is dead and the secret must be erased.
/// **A copy knows that it is one**: each opening raises the epoch, durably, before it gives out a name; the file
/// carries its inode and place, so that one restored elsewhere is refused; peers remember the epochs in the names
/// they saw, so that one restored in place is refused by `epochSeenByPeers`; and before each use the file must end
/// where this process left it, so that of two copies of one memory (a cloned or resumed virtual machine on the same
/// volume) the later one stops. Not covered: a machine whose memory and disk are snapshotted together and resumed
/// twice. Keep the ledger on a volume that snapshots leave out; `docs/crypto/threshold.md` says how.
///
/// The file is two headers of 64 bytes, written in turn (magic, epoch, identity, check), and 64 bytes for each use in
/// the present epoch (epoch, sequence, purpose, chained check). Uses of earlier epochs need no record: their secrets
/// died with the process.
public final class NonceLedger implements AutoCloseable {
    private static final byte[] MAGIC = "FLNONCE1".getBytes(StandardCharsets.US_ASCII);
    private static final int RECORD_SIZE = 64;
    private static final int BODY = 2 * RECORD_SIZE;
    private static final int CHECK_SIZE = 16;
    private static final int CHECKED_SIZE = RECORD_SIZE - CHECK_SIZE;

    private final LedgerStorage storage;
    private final long epoch;
    private final byte[] headers;
    private final Set<Long> unused = new HashSet<>();
    private byte[] lastRecord;
    private long end = BODY;
    private long issued;
    private boolean dead;

    private NonceLedger(LedgerStorage storage, long epoch, byte[] headers) {
        this.storage = storage;
        this.epoch = epoch;
        this.headers = headers;
        this.lastRecord = Arrays.copyOfRange(headers, (int) slot(epoch), (int) slot(epoch) + RECORD_SIZE);
    }

    /// Opens the ledger in a directory of its own, or makes it, and begins a new epoch.
    ///
    /// @param epochSeenByPeers the latest epoch of this party that any peer has seen in a [NonceId]; 0 if none
    /// @throws NonceLedgerException if it is locked, copied, rolled back, damaged, or the disk fails
    public static NonceLedger open(Path directory, long epochSeenByPeers) {
        LedgerFile file = LedgerFile.open(directory);
        try {
            return open(file, epochSeenByPeers);
        } catch (NonceLedgerException e) {
            closeQuietly(file, e);
            throw e;
        }
    }

    static NonceLedger open(LedgerStorage storage, long epochSeenByPeers) {
        try {
            long last = lastEpoch(storage);
            if (last < epochSeenByPeers) {
                throw new NonceLedgerException(
                        Cause.ROLLED_BACK, "peers saw epoch " + epochSeenByPeers + ", the file ends at " + last);
            }
            long epoch = Math.addExact(last, 1);
            byte[] header = record(
                    new byte[0],
                    ByteBuffer.allocate(CHECKED_SIZE)
                            .put(MAGIC)
                            .putLong(epoch)
                            .put(storage.identity())
                            .array());
            storage.write(slot(epoch), header);
            storage.force();
            storage.truncate(BODY);
            storage.force();
            return new NonceLedger(storage, epoch, storage.read(0, BODY));
        } catch (IOException e) {
            throw new NonceLedgerException(Cause.STORAGE, "cannot begin an epoch", e);
        }
    }

    private static long lastEpoch(LedgerStorage storage) throws IOException {
        int headers = (int) Math.min(storage.size(), BODY);
        boolean blank = Arrays.equals(storage.read(0, headers), new byte[headers]);
        if (blank && storage.size() <= BODY) {
            storage.write(0, new byte[BODY]); // new, or a crash before the first epoch
            return 0;
        }
        if (headers < BODY) {
            throw new NonceLedgerException(Cause.DAMAGED, "too short for a ledger");
        }
        Optional<Long> even = epochIn(storage, slot(0));
        Optional<Long> odd = epochIn(storage, slot(1));
        if (even.isEmpty() && odd.isEmpty()) {
            if (storage.size() == BODY && isBlank(storage, slot(0))) {
                return 0; // a crash inside the first header
            }
            throw new NonceLedgerException(Cause.DAMAGED, "no readable header");
        }
        return Math.max(even.orElse(0L), odd.orElse(0L));
    }

    private static boolean isBlank(LedgerStorage storage, long position) throws IOException {
        return Arrays.equals(storage.read(position, RECORD_SIZE), new byte[RECORD_SIZE]);
    }

    private static long slot(long epoch) {
        return epoch % 2 * RECORD_SIZE;
    }

    private static Optional<Long> epochIn(LedgerStorage storage, long position) throws IOException {
        byte[] header = storage.read(position, RECORD_SIZE);
        byte[] content = Arrays.copyOf(header, CHECKED_SIZE);
        ByteBuffer buffer = ByteBuffer.wrap(content);
        byte[] magic = new byte[MAGIC.length];
        buffer.get(magic);
        if (!Arrays.equals(magic, MAGIC) || !Arrays.equals(header, record(new byte[0], content))) {
            return Optional.empty();
        }
        long epoch = buffer.getLong();
        byte[] identity = new byte[Bytes32.SIZE];
        buffer.get(identity);
        if (!MessageDigest.isEqual(identity, storage.identity())) {
            throw new NonceLedgerException(Cause.COPIED, "the ledger was made elsewhere; begin a new one");
        }
        return Optional.of(epoch);
    }

    private static byte[] record(byte[] before, byte[] content) {
        byte[] record = Arrays.copyOf(content, RECORD_SIZE);
        System.arraycopy(Sha256.digest(before, content), 0, record, CHECKED_SIZE, CHECK_SIZE);
        return record;
    }

    /// This opening's number; peers learn it from the names of the nonces.
    public long epoch() {
        return epoch;
    }

    /// A name for a fresh secret.
    public NonceId next() {
        requireAlive();
        issued++;
        unused.add(issued);
        return new NonceId(epoch, issued);
    }

    /// Whether the secret of this name was made since the opening and not used or dropped.
    public boolean isUnused(NonceId id) {
        return !dead && id.epoch() == epoch && unused.contains(id.sequence());
    }

    /// Forgets a secret that was erased without being used.
    public void drop(NonceId id) {
        if (id.epoch() == epoch) {
            unused.remove(id.sequence());
        }
    }

    /// Records, durably, that the secret is used for this purpose. Only after it returns may anything that depends on
    /// the secret leave the process; after an exception nothing ever may.
    ///
    /// @param purpose a hash of what is signed and with whom, for those who look into the file later
    /// @throws IllegalStateException if the secret is of another epoch, or was used
    /// @throws NonceLedgerException if the record may not be on the disk, or the file is no longer this process's own
    public void use(NonceId id, Bytes32 purpose) {
        requireAlive();
        if (!isUnused(id)) {
            throw new IllegalStateException("already used, or of another epoch: " + id);
        }
        unused.remove(id.sequence());
        dead = true; // until the record is on the disk
        try {
            requireOwn();
            byte[] content = new byte[CHECKED_SIZE];
            System.arraycopy(id.encode(), 0, content, 0, NonceId.SIZE);
            purpose.copyInto(content, NonceId.SIZE);
            byte[] record = record(lastRecord, content);
            storage.write(end, record);
            storage.force();
            end += RECORD_SIZE;
            lastRecord = record;
            dead = false;
        } catch (IOException e) {
            throw new NonceLedgerException(Cause.STORAGE, "a use could not be recorded", e);
        }
    }

    private void requireOwn() throws IOException {
        boolean own = storage.size() == end
                && Arrays.equals(storage.read(0, BODY), headers)
                && (end == BODY || Arrays.equals(storage.read(end - RECORD_SIZE, RECORD_SIZE), lastRecord));
        if (!own) {
            throw new NonceLedgerException(Cause.MOVED_ON, "somebody else wrote to the ledger");
        }
    }

    private void requireAlive() {
        if (dead) {
            throw new NonceLedgerException(Cause.STORAGE, "the ledger failed before or is closed");
        }
    }

    /// Lets the lock go; the secrets it named are unusable from now on.
    @Override
    public void close() {
        dead = true;
        unused.clear();
        try {
            storage.close();
        } catch (IOException e) {
            throw new NonceLedgerException(Cause.STORAGE, "cannot close the ledger", e);
        }
    }

    private static void closeQuietly(LedgerStorage storage, NonceLedgerException because) {
        try {
            storage.close();
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }
}
