package io.florin.runtime.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file whose content is safe from a power cut only as far as it has been forced. What an earlier process wrote and
/// did not force can be read, as from the system's memory, and is lost all the same.
final class UnforcedDisk extends FileChannel {
    private final FileChannel file;
    private long safe;
    private boolean refusing;

    /// @param safe bytes of the file that an earlier process forced
    UnforcedDisk(Path file, long safe) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        this.safe = safe;
    }

    /// The next force fails, and the system drops what it could not write: later ones are successes that keep nothing.
    void refuseForce() {
        refusing = true;
    }

    /// Content after a power cut.
    void cutPower() throws IOException {
        file.truncate(Math.min(safe, file.size()));
        file.close();
    }

    @Override
    public void force(boolean metaData) throws IOException {
        if (refusing) {
            refusing = false;
            throw new IOException("the disk does not answer");
        }
        safe = file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        file.truncate(size);
        safe = Math.min(safe, size);
        return this;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        return file.write(source, position);
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    @Override
    public int read(ByteBuffer target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long newPosition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
