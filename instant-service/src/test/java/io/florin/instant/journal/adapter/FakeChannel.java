package io.florin.instant.journal.adapter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

/// A file of a [FakeDisk], with what a record log does with it.
final class FakeChannel extends FileChannel {
    private final FakeDisk disk;
    private final FakeFile file;

    FakeChannel(FakeDisk disk, FakeFile file) {
        this.disk = disk;
        this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        if (position >= file.seen.length) {
            return -1;
        }
        int length = (int) Math.min(target.remaining(), file.seen.length - position);
        target.put(file.seen, (int) position, length);
        return length;
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        disk.step();
        int length = disk.take(source.remaining());
        file.seen = Arrays.copyOf(file.seen, (int) Math.max(file.seen.length, position + length));
        source.get(file.seen, (int) position, length);
        if (length == 0) {
            throw new IOException("no room on the disk");
        }
        return length;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        if (disk.forceStep()) {
            file.force();
        } else {
            file.drop();
            throw new IOException("the disk does not answer");
        }
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        disk.step();
        file.seen = Arrays.copyOf(file.seen, (int) Math.min(size, file.seen.length));
        return this;
    }

    @Override
    public long size() {
        return file.seen.length;
    }

    @Override
    protected void implCloseChannel() {
        // nothing is held
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
