package io.florin.crypto.transcript;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import java.io.ByteArrayOutputStream;
import java.util.List;

/// Writes what a [ProofReader] reads.
public final class ProofWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PointFormat format;

    /// An empty proof.
    public ProofWriter(PointFormat format) {
        this.format = format;
    }

    /// Adds points.
    public ProofWriter points(List<? extends CurvePoint> points) {
        points.forEach(this::point);
        return this;
    }

    /// Adds consecutive points of a buffer.
    ///
    /// @throws IndexOutOfBoundsException if there are not so many
    public ProofWriter points(PointBuffer points, int from, int count) {
        for (int i = 0; i < count; i++) {
            point(points.get(from + i));
        }
        return this;
    }

    private void point(CurvePoint point) {
        out.writeBytes(
                switch (format) {
                    case COMPRESSED -> point.encode();
                    case UNCOMPRESSED -> point.encodeUncompressed();
                });
    }

    /// Adds scalars.
    public ProofWriter scalars(List<Scalar> scalars) {
        scalars.forEach(scalar -> out.writeBytes(scalar.toBytes()));
        return this;
    }

    /// All that was added.
    public byte[] toArray() {
        return out.toByteArray();
    }
}
