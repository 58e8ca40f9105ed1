package io.florin.crypto.transcript;

import io.florin.crypto.group.Scalar;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.List;

/// The drafts' challenge scalars of BLS12-381 (`DecodeField`): 48 bytes of the sponge, read little-endian, reduced
/// modulo the group order, so uniform up to 2⁻¹²⁸.
public final class FiatShamir {
    /// Bytes squeezed for one scalar.
    static final int UNIFORM_SIZE = 48;

    private static final FieldCodec SCALARS = new FieldCodec(
            new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16),
            ByteOrder.BIG_ENDIAN);

    private FiatShamir() {}

    /// The next scalar of the sponge.
    public static Scalar scalar(DuplexSponge sponge) {
        return Scalar.ofCanonical(SCALARS.serialize(List.of(SCALARS.decode(sponge.squeeze(UNIFORM_SIZE)))));
    }
}
