package io.florin.crypto.hash;

import io.florin.crypto.Bytes32;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256 (FIPS 180-4) over the concatenation of parts.
///
/// Parts are joined without lengths: `hash(a, b)` equals `hash(a ‖ b)`. A caller whose parts vary in length must
/// frame them. The JDK's digest is used: with SHA instructions it is faster than any provider behind a native call.
public final class Sha256 {
    private Sha256() {}

    /// The hash of the concatenated parts; of nothing, if there are none.
    public static Bytes32 hash(byte[]... parts) {
        return Bytes32.of(digest(parts));
    }

    /// The same as [#hash], as a fresh array of 32 bytes.
    public static byte[] digest(byte[]... parts) {
        MessageDigest digest = newDigest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    /// A fresh digest for callers that hash many small things in a row. Owned by one thread.
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
