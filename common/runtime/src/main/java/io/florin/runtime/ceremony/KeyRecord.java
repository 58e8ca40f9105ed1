package io.florin.runtime.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// What is public of a key that was made, and from which ceremony it came. Kept beside each share; a refresh starts
/// from it.
///
/// @param charter of the ceremony that gave the shares in use
/// @param publicKey as [MadeKey#publicKey]
/// @param padding of certifiers: their signature on the padding token, 48 bytes; else empty
public record KeyRecord(Charter charter, Bytes publicKey, Bytes padding) {
    private static final int SIZE_MAX = 64 * 1024;

    public byte[] encode() {
        return new CanonicalWriter()
                .bytes(Bytes.of(charter.encode()))
                .bytes(publicKey)
                .bytes(padding)
                .toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static KeyRecord decode(byte[] bytes) {
        return CanonicalReader.decode(
                bytes,
                reader -> new KeyRecord(
                        Charter.decode(reader.bytes(SIZE_MAX).toArray()),
                        reader.bytes(SIZE_MAX),
                        reader.bytes(SIZE_MAX)));
    }

    /// The key of endorsers or certifiers, checked.
    ///
    /// @throws IllegalArgumentException if it is another kind of key, or its points do not belong together
    public SharedKey sharedKey() {
        if (charter.purpose() == Purpose.AUDIT) {
            throw new IllegalArgumentException("a key of auditors");
        }
        return SharedKey.decode(charter.purpose().components(), publicKey.toArray());
    }

    /// What a refresh of this key names as its basis.
    public Bytes32 basis() {
        return Sha256.hash(publicKey.toArray());
    }
}
