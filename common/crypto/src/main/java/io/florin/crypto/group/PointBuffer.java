package io.florin.crypto.group;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Points of the curve one after the other in flat arrays, each named by its index, the **handle**: so that a verifier
/// makes no object for a point between the bytes of a proof and the one sum. 96 bytes a point, in arrays of 64 points
/// that are never copied.
///
/// What is known of a point is kept beside it: a **member** has been checked to be in the group of prime order, as a
/// [G1] has. A point never changes once it stands here. Owned by one thread.
public final class PointBuffer {
    private static final int CHUNK_BITS = 6;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CAPACITY = 64;
    private static final CurveEngine CURVE = Engine.current().g1();
    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CurveEngine.Slot slot = CURVE.slot();
    private final BitSet members = new BitSet();
    private long[][] chunks = new long[4][];
    private int size;

    /// The points that were objects before they came here, by handle.
    private @Nullable CurvePoint[] objects = new CurvePoint[CAPACITY];

    /// Handles of those objects by identity, each plus one; open addressing.
    private int[] known = new int[2 * CAPACITY];

    private int knownCount;

    /// Reads a point as [CurvePoint#decode(byte[], int, int)] does.
    ///
    /// @return its handle, one more than that of the last point added
    /// @throws IllegalArgumentException if it is malformed or the identity; nothing has been added then
    /// @throws IndexOutOfBoundsException if the source ends before
    public int decode(byte[] source, int offset, int length) {
        read(source, offset, length);
        return append(slot.words(), 0, false);
    }

    /// The same of a point that must be in the group of prime order, as [CurvePoint#toGroup] has it.
    ///
    /// @return its handle, one more than that of the last point added
    /// @throws IllegalArgumentException if it is malformed, outside the group or the identity; nothing has been added
    /// then
    /// @throws IndexOutOfBoundsException if the source ends before
    public int decodeMember(byte[] source, int offset, int length) {
        read(source, offset, length);
        if (!slot.inGroup()) {
            throw CurvePoint.outsideGroup();
        }
        return append(slot.words(), 0, true);
    }

    private void read(byte[] source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.length);
        boolean fits = length == CurvePoint.SIZE || length == CurvePoint.UNCOMPRESSED_SIZE;
        if (!fits || !slot.decode(source, offset, length)) {
            throw CurvePoint.malformed();
        }
        if (Words.isZero(slot.words())) {
            throw CurvePoint.unexpectedIdentity();
        }
    }

    /// Adds a point, whether it has been added before or not.
    ///
    /// @return its handle, one more than that of the last point added
    public int append(CurvePoint point) {
        int handle = append(point.words(), 0, point instanceof G1);
        objects[handle] = point;
        return handle;
    }

    /// The handle of a point, which is added if this very object is new here.
    public int handle(CurvePoint point) {
        int at = position(point);
        if (known[at] != 0) {
            return known[at] - 1;
        }
        int handle = append(point);
        known[at] = handle + 1;
        knownCount++;
        if (2 * knownCount > known.length) {
            rehash();
        }
        return handle;
    }

    /// The handle here of a point of another buffer. What came there as an object is recognised, anything else is
    /// added.
    public int handle(PointBuffer source, int index) {
        if (source == this) {
            return Objects.checkIndex(index, size);
        }
        CurvePoint object = source.objects[Objects.checkIndex(index, source.size)];
        return object == null
                ? append(source.words(index), source.offset(index), source.members.get(index))
                : handle(object);
    }

    private int append(long[] source, int from, boolean member) {
        if ((size & CHUNK - 1) == 0) {
            addChunk();
        }
        int handle = size++;
        System.arraycopy(source, from, words(handle), offset(handle), CurvePoint.WORDS);
        members.set(handle, member);
        return handle;
    }

    private void addChunk() {
        int chunk = size >>> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        chunks[chunk] = new long[CHUNK * CurvePoint.WORDS];
        if (size == objects.length) {
            objects = Arrays.copyOf(objects, 2 * size);
        }
    }

    private int position(CurvePoint point) {
        int mask = known.length - 1;
        int at = System.identityHashCode(point) & mask;
        while (known[at] != 0 && objects[known[at] - 1] != point) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void rehash() {
        int[] old = known;
        known = new int[2 * old.length];
        for (int entry : old) {
            CurvePoint point = entry == 0 ? null : objects[entry - 1];
            if (point != null) {
                known[position(point)] = entry;
            }
        }
    }

    /// Number of points.
    public int size() {
        return size;
    }

    /// Whether the point is known to be in the group of prime order.
    public boolean isMember(int handle) {
        return members.get(Objects.checkIndex(handle, size));
    }

    /// Whether the point is the identity, which no decoder lets in.
    public boolean isIdentity(int handle) {
        long[] words = words(handle);
        int from = offset(handle);
        long any = 0;
        for (int i = from; i < from + CurvePoint.WORDS; i++) {
            any |= words[i];
        }
        return any == 0;
    }

    /// Whether this is the point, checked or not.
    public boolean isSame(int handle, CurvePoint point) {
        int from = offset(handle);
        return Arrays.equals(words(handle), from, from + CurvePoint.WORDS, point.words(), 0, CurvePoint.WORDS);
    }

    /// The point as an object: the one that was added, or a fresh one.
    public CurvePoint get(int handle) {
        CurvePoint object = objects[Objects.checkIndex(handle, size)];
        if (object != null) {
            return object;
        }
        long[] copy = Arrays.copyOfRange(words(handle), offset(handle), offset(handle) + CurvePoint.WORDS);
        return isMember(handle) ? new G1(copy) : new CurvePoint(copy);
    }

    /// The point as one of the group.
    ///
    /// @throws IllegalStateException if nobody has checked that
    public G1 member(int handle) {
        if (get(handle) instanceof G1 point) {
            return point;
        }
        throw new IllegalStateException("a point that nobody has checked");
    }

    /// Writes the compressed point, 48 bytes, into the target, starting at the offset.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit
    public void encodeInto(int handle, byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, CurvePoint.SIZE, target.length);
        System.arraycopy(words(handle), offset(handle), slot.words(), 0, CurvePoint.WORDS);
        slot.encode(target, offset);
    }

    /// Writes 96 bytes as [CurvePoint#copyInto] does.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target may be written in part
    public void copyInto(int handle, byte[] target, int offset) {
        long[] words = words(handle);
        int from = offset(handle);
        for (int i = 0; i < CurvePoint.WORDS; i++) {
            LITTLE_ENDIAN.set(target, offset + i * Long.BYTES, words[from + i]);
        }
    }

    /// The array in which the point's words stand.
    long[] words(int handle) {
        return chunks[Objects.checkIndex(handle, size) >>> CHUNK_BITS];
    }

    /// Offset at which the words of a handle begin in its chunk.
    int offset(int handle) {
        return (handle & CHUNK - 1) * CurvePoint.WORDS;
    }

    @Override
    public String toString() {
        return "PointBuffer[" + size + "]";
    }
}
