package io.florin.crypto.transcript;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Reads points and scalars of a proof whose size is known, strictly: exact length, canonical encodings, no identity.
/// Errors are [IllegalArgumentException].
public final class ProofReader {
    private final byte[] bytes;
    private final PointFormat format;
    private int position;

    /// A reader at the start of the proof.
    ///
    /// @throws IllegalArgumentException if the proof has not exactly these many points and scalars
    public ProofReader(byte[] bytes, PointFormat format, int points, int scalars) {
        this(bytes, 0, bytes.length, format, points, scalars);
    }

    /// A reader of so many bytes from an offset on, which are not copied.
    ///
    /// @throws IllegalArgumentException if they are not exactly these many points and scalars
    /// @throws IndexOutOfBoundsException if the source ends before
    public ProofReader(byte[] source, int offset, int length, PointFormat format, int points, int scalars) {
        Objects.checkFromIndexSize(offset, length, source.length);
        int size = size(format, points, scalars);
        if (length != size) {
            throw new IllegalArgumentException("the proof has " + size + " bytes, not " + length);
        }
        this.bytes = source;
        this.format = format;
        this.position = offset;
    }

    /// Bytes in so many points and scalars.
    public static int size(PointFormat format, int points, int scalars) {
        return Math.addExact(Math.multiplyExact(points, format.size()), Math.multiplyExact(scalars, Scalar.SIZE));
    }

    /// A point of the curve, which may lie outside the prime-order group: for equations that are checked after
    /// clearing the cofactor.
    public CurvePoint curvePoint() {
        CurvePoint point = CurvePoint.decode(bytes, position, format.size());
        position += format.size();
        return point;
    }

    /// The same into a buffer.
    ///
    /// @return the point's handle
    public int curvePoint(PointBuffer target) {
        int handle = target.decode(bytes, position, format.size());
        position += format.size();
        return handle;
    }

    /// So many points of the curve into a buffer, one after the other.
    ///
    /// @return the first one's handle, if there is one
    public int curvePoints(PointBuffer target, int count) {
        int first = target.size();
        for (int i = 0; i < count; i++) {
            curvePoint(target);
        }
        return first;
    }

    /// Points of the curve, as [#curvePoint].
    public List<CurvePoint> curvePoints(int count) {
        List<CurvePoint> points = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            points.add(curvePoint());
        }
        return points;
    }

    /// A point of the prime-order group.
    public G1 point() {
        return curvePoint().toGroup();
    }

    /// The same into a buffer.
    ///
    /// @return the point's handle
    public int point(PointBuffer target) {
        int handle = target.decodeMember(bytes, position, format.size());
        position += format.size();
        return handle;
    }

    /// Points of the prime-order group.
    public List<G1> points(int count) {
        List<G1> points = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            points.add(point());
        }
        return points;
    }

    /// A scalar below the group order.
    public Scalar scalar() {
        Scalar scalar = Scalar.read(bytes, position);
        position += Scalar.SIZE;
        return scalar;
    }

    /// Scalars below the group order.
    public List<Scalar> scalars(int count) {
        List<Scalar> scalars = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            scalars.add(scalar());
        }
        return scalars;
    }
}
