package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.List;

/// A BBS signature: A = B / (sk + e). A secret of its holder, so it prints nothing; compare encodings.
public final class BbsSignature {
    /// Bytes in an encoded signature.
    public static final int SIZE = 80;

    private final G1 a;
    private final Scalar e;

    BbsSignature(G1 a, Scalar e) {
        this.a = a;
        this.e = e;
    }

    /// Reads 80 bytes: A in the group and not the identity, 0 < e < q.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BbsSignature decode(byte[] bytes) {
        ProofReader in = new ProofReader(bytes, PointFormat.COMPRESSED, 1, 1);
        BbsSignature signature = new BbsSignature(in.point(), in.scalar());
        if (signature.e.isZero()) {
            throw new IllegalArgumentException("not a signature: e is zero");
        }
        return signature;
    }

    /// A, then e.
    public byte[] encode() {
        return new ProofWriter(PointFormat.COMPRESSED)
                .points(List.of(a))
                .scalars(List.of(e))
                .toArray();
    }

    G1 a() {
        return a;
    }

    Scalar e() {
        return e;
    }

    @Override
    public String toString() {
        return "BbsSignature";
    }
}
