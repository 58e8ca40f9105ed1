package io.florin.crypto.threshold;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/// A file that lives through crashes of its user: what was not forced is then lost, kept, or kept in part. Fails at
/// the operation it is told to.
public final class FakeStorage implements LedgerStorage {
    /// Rest that a crash leaves of writes that were not forced.
    public enum Unforced {
        LOST,
        KEPT,
        TORN
    }

    private Volume volume = new Volume();
    private long operationsLeft = Long.MAX_VALUE;
    private byte[] identity = new byte[32];

    /// The operation after this many throws, before it does anything, and so do all later ones.
    public void failAfter(long operations) {
        operationsLeft = operations;
    }

    /// The process dies; the next one sees what is left.
    public void crash(Unforced unforced) {
        volume.seen = switch (unforced) {
            case LOST -> volume.disk.clone();
            case KEPT -> volume.seen;
            case TORN -> torn();
        };
        volume.disk = volume.seen.clone();
        operationsLeft = Long.MAX_VALUE;
    }

    /// The first half of what changed since the last force.
    private byte[] torn() {
        byte[] torn = Arrays.copyOf(volume.disk, Math.max(volume.disk.length, volume.seen.length));
        int changed = 0;
        for (int i = 0; i < volume.seen.length; i++) {
            changed += i >= volume.disk.length || volume.disk[i] != volume.seen[i] ? 1 : 0;
        }
        int kept = 0;
        int size = volume.disk.length;
        for (int i = 0; i < volume.seen.length && kept < changed / 2; i++) {
            if (i >= volume.disk.length || volume.disk[i] != volume.seen[i]) {
                torn[i] = volume.seen[i];
                kept++;
                size = Math.max(size, i + 1);
            }
        }
        return Arrays.copyOf(torn, size);
    }

    /// A copy with the same content, in the same place or in another.
    public FakeStorage copy(boolean samePlace) {
        FakeStorage copy = new FakeStorage();
        copy.volume.disk = volume.disk.clone();
        copy.volume.seen = volume.seen.clone();
        if (!samePlace) {
            copy.identity = new byte[] {1};
            copy.identity = Arrays.copyOf(copy.identity, 32);
        }
        return copy;
    }

    /// Damages one byte.
    public void flip(int position) {
        volume.seen[position] ^= 1;
        volume.disk[position] ^= 1;
    }

    /// Bytes that are certainly on the disk.
    public byte[] durable() {
        return volume.disk.clone();
    }

    /// Opens a ledger on it.
    public NonceLedger open(long epochSeenByPeers) {
        return NonceLedger.open(this, epochSeenByPeers);
    }

    /// From now on this is another's file, as for a process that is resumed on a machine where its twin went on.
    public void mount(FakeStorage other) {
        volume = other.volume;
    }

    private void step() throws IOException {
        if (operationsLeft == 0) {
            throw new IOException("the volume.disk failed");
        }
        operationsLeft--;
    }

    @Override
    public byte[] identity() {
        return identity.clone();
    }

    @Override
    public long size() throws IOException {
        step();
        return volume.seen.length;
    }

    @Override
    public byte[] read(long position, int length) throws IOException {
        step();
        if (position + length > volume.seen.length) {
            throw new EOFException();
        }
        return Arrays.copyOfRange(volume.seen, (int) position, (int) position + length);
    }

    @Override
    public void write(long position, byte[] bytes) throws IOException {
        step();
        volume.seen = Arrays.copyOf(volume.seen, (int) Math.max(volume.seen.length, position + bytes.length));
        System.arraycopy(bytes, 0, volume.seen, (int) position, bytes.length);
    }

    @Override
    public void truncate(long size) throws IOException {
        step();
        volume.seen = Arrays.copyOf(volume.seen, (int) Math.min(volume.seen.length, size));
    }

    @Override
    public void force() throws IOException {
        step();
        volume.disk = volume.seen.clone();
    }

    @Override
    public void close() {
        // nothing is held
    }

    private static final class Volume {
        byte[] disk = new byte[0];
        byte[] seen = new byte[0];
    }
}
