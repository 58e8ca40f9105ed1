package io.florin.crypto.transcript;

import io.florin.crypto.group.Scalar;

/// The drafts' challenge scalars of BLS12-381 (`DecodeField`): 48 bytes of the sponge, read little-endian, reduced
/// modulo the group order, so uniform up to 2⁻¹²⁸.
public final class FiatShamir {
    /// Bytes squeezed for one scalar.
    static final int UNIFORM_SIZE = 48;

    private FiatShamir() {}

    /// The next scalar of the sponge.
    public static Scalar scalar(DuplexSponge sponge) {
        return Scalar.ofWide(Framing.reversed(sponge.squeeze(UNIFORM_SIZE)));
    }
}
