package io.florin.crypto.hash;

import java.nio.charset.StandardCharsets;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.params.HKDFParameters;

/// HKDF with SHA-256 (RFC 5869): extract, then expand.
public final class Hkdf {
    /// The longest output, 255 blocks of 32 bytes.
    public static final int LENGTH_MAX = 255 * 32;

    private Hkdf() {}

    /// Derives key material; the context is the UTF-8 bytes of the text.
    ///
    /// @throws IllegalArgumentException if the length is not between 1 and [#LENGTH_MAX]
    public static byte[] derive(byte[] ikm, byte[] salt, String info, int length) {
        return derive(ikm, salt, info.getBytes(StandardCharsets.UTF_8), length);
    }

    /// Derives key material from input key material, a salt (may be empty: 32 zero bytes then stand in for it) and
    /// a context.
    ///
    /// @throws IllegalArgumentException if the length is not between 1 and [#LENGTH_MAX]
    public static byte[] derive(byte[] ikm, byte[] salt, byte[] info, int length) {
        if (length < 1 || length > LENGTH_MAX) {
            throw new IllegalArgumentException("between 1 and " + LENGTH_MAX + " bytes, not " + length);
        }
        var generator = new HKDFBytesGenerator(SHA256Digest.newInstance());
        generator.init(new HKDFParameters(ikm, salt, info));
        byte[] output = new byte[length];
        generator.generateBytes(output, 0, length);
        return output;
    }
}
