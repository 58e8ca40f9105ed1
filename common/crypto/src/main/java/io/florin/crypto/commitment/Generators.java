package io.florin.crypto.commitment;

import io.florin.crypto.group.G1;
import java.nio.ByteBuffer;

/// Independent points of G1 of which nobody knows a discrete logarithm to another: RFC 9380 hashes to the curve
/// (suite `BLS12381G1_XMD:SHA-256_SSWU_RO_`) with one domain separation tag per purpose.
///
/// A Pedersen commitment to a value v with blinding s is v·[#VALUE] + s·[#BLINDING]: perfectly hiding, and binding
/// while discrete logarithms are hard.
public final class Generators {
    private static final String TAG = "CBDC-V1-GEN-";

    /// G, the base of every blinding.
    public static final G1 BLINDING = of("G");

    /// Ge, the base of enrollment ids.
    public static final G1 ENROLLMENT = of("Ge");

    /// Gv, the base of values.
    public static final G1 VALUE = of("Gv");

    /// Gn, the base of serial numbers.
    public static final G1 SERIAL = of("Gn");

    private Generators() {}

    /// The point of this purpose: the hash of nothing under the tag `CBDC-V1-GEN-` followed by the name.
    public static G1 of(String name) {
        return G1.hashTo(new byte[0], TAG + name);
    }

    /// A point of a series: the hash of the index, 4 bytes big-endian.
    public static G1 of(String name, int index) {
        return G1.hashTo(ByteBuffer.allocate(Integer.BYTES).putInt(index).array(), TAG + name);
    }
}
