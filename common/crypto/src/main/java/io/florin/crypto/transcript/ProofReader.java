package io.florin.crypto.transcript;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.ArrayList;
import java.util.List;

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
        int size = size(format, points, scalars);
        if (bytes.length != size) {
            throw new IllegalArgumentException("the proof has " + size + " bytes, not " + bytes.length);
        }
        this.bytes = bytes;
        this.format = format;
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
