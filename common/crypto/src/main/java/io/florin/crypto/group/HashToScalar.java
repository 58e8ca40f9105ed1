package io.florin.crypto.group;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Hashes messages to uniform scalars: 48 bytes of [ExpandMessage], modulo q, as RFC 9380 hashes to a field and as BBS
/// does. Stateless; any thread.
public final class HashToScalar {
    private HashToScalar() {}

    /// The scalar of the message under the domain separation tag.
    ///
    /// @param tag ASCII; one for each purpose
    /// @throws IllegalArgumentException if the tag is empty
    public static Scalar of(byte[] message, String tag) {
        return of(message, tag.getBytes(StandardCharsets.US_ASCII));
    }

    /// The scalar of the message under the domain separation tag.
    ///
    /// @throws IllegalArgumentException if the tag is empty
    public static Scalar of(byte[] message, byte[] tag) {
        byte[] uniform = ExpandMessage.xmd(message, tag, Scalar.WIDE_SIZE);
        try {
            return Scalar.ofWide(uniform);
        } finally {
            Arrays.fill(uniform, (byte) 0);
        }
    }
}
