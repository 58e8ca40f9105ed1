package io.florin.crypto.bls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Native memory for secrets, confined to one thread and zeroed before it is freed.
final class SecretArena implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final List<MemorySegment> segments = new ArrayList<>();

    /// A zero scalar.
    MemorySegment scalar() {
        return remember(arena.allocate(Blst.SCALAR, Long.BYTES));
    }

    /// blst's form of a scalar of 32 bytes, big-endian.
    MemorySegment scalar(byte[] bigEndian) {
        MemorySegment scalar = scalar();
        Blst.scalarFromBendian(scalar, copyOf(bigEndian));
        return scalar;
    }

    MemorySegment copyOf(byte[] bytes) {
        return remember(arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes));
    }

    private MemorySegment remember(MemorySegment segment) {
        segments.add(segment);
        return segment;
    }

    @Override
    public void close() {
        for (MemorySegment segment : segments) {
            segment.fill((byte) 0);
        }
        arena.close();
    }
}
