package io.florin.crypto.sign;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.HexFormat;

/// Ed25519 keys as the JCA wants to see them: RFC 8410 encodings around the raw 32 bytes. A provider reads them
/// through `getEncoded`, so no key factory has to be registered anywhere.
final class RawKeys {
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final byte[] PKCS8_PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private RawKeys() {}

    private static byte[] join(byte[] prefix, byte[] raw) {
        byte[] joined = Arrays.copyOf(prefix, prefix.length + raw.length);
        System.arraycopy(raw, 0, joined, prefix.length, raw.length);
        return joined;
    }

    static final class RawPublicKey implements PublicKey {
        private static final long serialVersionUID = 1L;

        private final byte[] raw;

        RawPublicKey(byte[] raw) {
            this.raw = raw;
        }

        @Override
        public String getAlgorithm() {
            return "EdDSA";
        }

        @Override
        public String getFormat() {
            return "X.509";
        }

        @Override
        public byte[] getEncoded() {
            return join(X509_PREFIX, raw);
        }
    }

    /// Refers to the seed, does not copy it: zeroing the seed empties this key.
    static final class RawPrivateKey implements PrivateKey {
        private static final long serialVersionUID = 1L;

        private final transient byte[] seed;

        RawPrivateKey(byte[] seed) {
            this.seed = seed;
        }

        @Override
        public String getAlgorithm() {
            return "EdDSA";
        }

        @Override
        public String getFormat() {
            return "PKCS#8";
        }

        @Override
        public byte[] getEncoded() {
            return join(PKCS8_PREFIX, seed);
        }

        @Override
        public String toString() {
            return "Ed25519 private key";
        }
    }
}
