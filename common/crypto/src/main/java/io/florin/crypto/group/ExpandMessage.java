package io.florin.crypto.group;

import io.florin.crypto.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/// `expand_message_xmd` of RFC 9380, section 5.3.1, with SHA-256: as many uniform bytes as are asked for, bound to a
/// message and a domain separation tag. Stateless; any thread.
public final class ExpandMessage {
    /// The most bytes that are given: 255 hashes.
    public static final int SIZE_MAX = 255 * 32;

    private static final int HASH_SIZE = 32;
    private static final int BLOCK_SIZE = 64;
    private static final int TAG_SIZE_MAX = 255;
    private static final byte[] OVERSIZE = "H2C-OVERSIZE-DST-".getBytes(StandardCharsets.US_ASCII);

    private ExpandMessage() {}

    /// Expands the message under the tag to `size` bytes. A tag of more than 255 bytes is hashed first, as the RFC
    /// says.
    ///
    /// @throws IllegalArgumentException if the tag is empty, or fewer than 1 or more than [#SIZE_MAX] bytes are asked
    public static byte[] xmd(byte[] message, byte[] tag, int size) {
        if (tag.length == 0) {
            throw new IllegalArgumentException("a domain separation tag is needed");
        }
        if (size < 1 || size > SIZE_MAX) {
            throw new IllegalArgumentException("no " + size + " bytes from one message");
        }
        byte[] shortTag = tag.length > TAG_SIZE_MAX ? Sha256.digest(OVERSIZE, tag) : tag;
        MessageDigest digest = Sha256.newDigest();
        digest.update(new byte[BLOCK_SIZE]);
        digest.update(message);
        digest.update((byte) (size >>> 8));
        digest.update((byte) size);
        digest.update((byte) 0);
        updateWithTag(digest, shortTag);
        byte[] seed = digest.digest();
        byte[] block = new byte[HASH_SIZE];
        byte[] result = new byte[size];
        for (int i = 1, offset = 0; offset < size; i++, offset += HASH_SIZE) {
            for (int j = 0; j < HASH_SIZE; j++) {
                digest.update((byte) (seed[j] ^ block[j]));
            }
            digest.update((byte) i);
            updateWithTag(digest, shortTag);
            block = digest.digest();
            System.arraycopy(block, 0, result, offset, Math.min(HASH_SIZE, size - offset));
        }
        Arrays.fill(seed, (byte) 0);
        return result;
    }

    private static void updateWithTag(MessageDigest digest, byte[] tag) {
        digest.update(tag);
        digest.update((byte) tag.length);
    }
}
